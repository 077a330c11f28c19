// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportfile.h"

#include <QObject>
#include <QTimer>

#include <memory>

class QWidget;

namespace Pullcord {

class FileDialogs;
class MessageBar;
class Workspace;

/// Asks for a file and a format, and writes the conversation, or what is selected of it, in slices: the window stays
/// alive and the writing can be stopped. The file is replaced only when all has gone well.
class ExportCommand final : public QObject
{
    Q_OBJECT

public:
    ExportCommand(Workspace &workspace, FileDialogs &dialogs, MessageBar &bar, QWidget *window);
    ~ExportCommand() override;

    void exportAll();
    void exportSelection(const ExportSelection &selection);

    [[nodiscard]] bool isRunning() const { return m_file != nullptr; }
    void stop();

signals:
    /// It has begun, or it is written, given up or failed.
    void runningChanged();

private:
    /// Of the formats, in their order.
    [[nodiscard]] static QStringList labels();
    void ask(const ExportSelection &selection);
    void begin(const QString &path, ExportFormat format, const ExportSelection &selection);
    void writeOn();
    void fail(const QString &path, const QString &reason);

    Workspace &m_workspace;
    FileDialogs &m_dialogs;
    MessageBar &m_bar;
    QWidget *m_window;
    QTimer m_turn;
    std::unique_ptr<ExportFile> m_file;
    qsizetype m_whole = 0; ///< events in it, if it is everything and can be opened again
};

} // namespace Pullcord
