// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QPlainTextEdit;

namespace Pullcord {

class FileDialogs;
class PlainLabel;
struct Services;

/// Facts about the program and its environment as plain text, to copy into a bug report: versions, platform, screens,
/// settings without secrets, and the last lines of the log. In English, for the maintainers.
class DiagnosticsDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit DiagnosticsDialog(const Services &services, QWidget *parent = nullptr);

    /// Names no command, header or message. A log may name the origins of servers. The home folder is written as "~".
    [[nodiscard]] static QString report(const Services &services);

private:
    void copy();
    void save();
    void write(const QString &path);

    FileDialogs &m_dialogs;
    QPlainTextEdit *m_text;
    PlainLabel *m_state;
};

} // namespace Pullcord
