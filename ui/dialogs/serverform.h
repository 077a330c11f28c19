// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QWidget>

class QComboBox;
class QTabWidget;

namespace Pullcord {

class CommandForm;
class FileDialogs;
class TimeoutButton;
class UrlForm;

/// Which server, and how: a program to start, or a URL. A URL that is typed for a command is taken for what it is.
class ServerForm final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~ServerForm() override;

    [[nodiscard]] ServerTarget target() const;
    void setTarget(const ServerTarget &target);
    /// What keeps it from being connected to, in words; empty if nothing does.
    [[nodiscard]] QString complaint() const;
    /// Takes the focus to what has to be typed: a value that is not remembered, else the command or the URL.
    void focusWanted();

signals:
    void changed();
    /// A configuration of another tool stands where a command should.
    void configurationTyped(const QString &configuration);

private:
    [[nodiscard]] bool isUrl() const;
    void onChange();

    bool m_imported = false;                ///< what is in the form began as somebody else's
    QHash<QString, DeclaredInput> m_inputs; ///< declared for what is in the form
    QTabWidget *m_kinds;
    CommandForm *m_command;
    UrlForm *m_url;
    QComboBox *m_revision;
    TimeoutButton *m_timeouts;
};

} // namespace Pullcord
