// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/importedserver.h"

#include <QWidget>

class QCheckBox;
class QVBoxLayout;

namespace Pullcord {

/// A found server: check box with its name, command or URL in full, and facts.
class ImportRow final : public QWidget
{
    Q_OBJECT

public:
    /// `savedAs` is the name of the same server in the saved list; empty if it is not there.
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
    QString m_name; ///< as shown, but not elided
    QCheckBox *m_check;
    QVBoxLayout *m_texts;
};

} // namespace Pullcord
