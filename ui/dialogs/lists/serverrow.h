// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"

#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace Pullcord {

/// A server of a configuration in a list: check box with its name, command or URL in full, and facts.
class ServerRow final : public QWidget
{
    Q_OBJECT

public:
    /// `shown` is the server whose command or URL is shown; `remarks` come before those of the import.
    ServerRow(const ImportedServer &server, const ServerTarget &shown, const QStringList &remarks,
              QWidget *parent = nullptr);
    ~ServerRow() override;

    [[nodiscard]] const ServerTarget &target() const { return m_server.target; }
    [[nodiscard]] const ImportedServer &server() const { return m_server; }
    [[nodiscard]] bool isChosen() const;
    void setChosen(bool isChosen);

signals:
    void toggled();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addText(const QString &text, bool isRemark);

    ImportedServer m_server;
    QString m_name; ///< as shown, but not elided
    QCheckBox *m_check;
    QVBoxLayout *m_texts;
};

} // namespace Pullcord
