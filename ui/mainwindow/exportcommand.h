// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportfile.h"
#include "core/capture/export/redaction.h"
#include "core/slicedwork.h"

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>

class QWidget;

namespace Pullcord {

class ExportDialog;
class FileDialogs;
class MessageBar;
class Settings;
class Workspace;

/// Asks what is to be left out, for a file and a format, and writes the conversation, or what is selected of it, in slices: the window stays
/// alive and the writing can be stopped. The file is replaced only when all has gone well.
class ExportCommand final : public QObject
{
    Q_OBJECT

public:
    ExportCommand(Settings &settings, Workspace &workspace, FileDialogs &dialogs, MessageBar &bar, QWidget *window);
    ~ExportCommand() override;

    void exportAll();
    void exportSelection(const ExportSelection &selection);

    [[nodiscard]] bool isRunning() const { return m_job || m_file; }
    void stop();

signals:
    /// It has begun, or it is written, given up or failed.
    void runningChanged();

private:
    /// Of the formats, in their order.
    [[nodiscard]] static QStringList labels(bool hasHttp);
    void ask(const ExportSelection &selection);
    void askForFile(const ExportSelection &selection, const Redaction &redaction);
    /// What is to be written, and where.
    struct Job
    {
        QString path;
        ExportFormat format = ExportFormat::Capture;
        ExportSelection selection;
        Redaction redaction;
        qsizetype checkTo =
            0; ///< of a report: so many events of the capture are looked at first, whatever comes meanwhile
    };
    void begin(Job job);
    void open(const Job &job);
    void goOn();
    void writeOn();
    void tellHowFar(const QString &path, int percent);
    void sync();
    void commit();
    void tellOfEnd();
    void fail(const QString &path, const QString &reason);

    Settings &m_settings;
    Workspace &m_workspace;
    FileDialogs &m_dialogs;
    MessageBar &m_bar;
    QWidget *m_window;
    QPointer<ExportDialog> m_dialog;
    SlicedWork m_turn;
    std::optional<Job> m_job; ///< a report that waits until all messages have been held against the schemas
    std::unique_ptr<ExportFile> m_file;
    std::unique_ptr<QFutureWatcher<void>> m_sync; ///< while what is written goes to the disk
    qsizetype m_whole = 0;                        ///< events in it, if it is everything and can be opened again
    bool m_isEmptyArchive = false;                ///< a HAR of what has no HTTP exchange
};

} // namespace Pullcord
