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

/// Form for a server: a program to start, or a URL. A URL typed as a command is moved to its tab.
class ServerForm final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~ServerForm() override;

    [[nodiscard]] ServerTarget target() const;
    void setTarget(const ServerTarget &target);
    /// Explains why the server cannot be connected; empty if it can.
    [[nodiscard]] QString complaint() const;
    /// Focuses the first missing value, else the command or the URL.
    void focusWanted();
    /// Focuses the header that authorizes, else the row for another one; only for a URL.
    void focusHeaders();

signals:
    void changed();
    /// The user has pasted a configuration of another tool.
    void configurationTyped(const QString &configuration);

private:
    [[nodiscard]] bool isUrl() const;
    void onChange();

    bool m_imported = false;                ///< the content of the form began as an imported server
    QHash<QString, DeclaredInput> m_inputs; ///< declared for the content of the form
    QTabWidget *m_kinds;
    CommandForm *m_command;
    UrlForm *m_url;
    QComboBox *m_revision;
    TimeoutButton *m_timeouts;
};

} // namespace Pullcord
