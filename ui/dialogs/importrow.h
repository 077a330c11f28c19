// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"

#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace Pullcord {

/// A server that was found, whole: its name to check, its command or URL in full, and what there is to know about it.
class ImportRow final : public QWidget
{
    Q_OBJECT

public:
    /// `savedAs`: the name of the same server in the list of saved ones; empty if it is not there.
    ImportRow(const ImportedServer &server, const QString &savedAs, QWidget *parent = nullptr);
    ~ImportRow() override;

    [[nodiscard]] const ServerTarget &target() const { return m_target; }
    [[nodiscard]] bool isChosen() const;

signals:
    void toggled();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addText(const QString &text, bool isRemark);

    ServerTarget m_target;
    QString m_name; ///< as it is shown, were there room
    QCheckBox *m_check;
    QVBoxLayout *m_texts;
};

} // namespace Pullcord
