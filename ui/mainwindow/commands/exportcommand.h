// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportfile.h"
#include "core/capture/export/redaction/redaction.h"
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
class ConversationController;

/// Exports the conversation or a selection: asks for redaction, file and format, then writes in slices. The window
/// stays responsive, and the export can be stopped. An existing file is replaced only on success.
class ExportCommand final : public QObject
{
    Q_OBJECT

public:
    ExportCommand(Settings &settings, ConversationController &controller, FileDialogs &dialogs, MessageBar &bar,
                  QWidget *window);
    ~ExportCommand() override;

    void exportAll();
    void exportSelection(const ExportSelection &selection);

    [[nodiscard]] bool isRunning() const { return m_job || m_file; }
    void stop();

signals:
    /// The export has begun, finished, failed, or was stopped.
    void runningChanged();

private:
    /// Labels of the formats, in the order of the formats.
    [[nodiscard]] static QStringList labels(bool hasHttp);
    void ask(const ExportSelection &selection);
    void askForFile(const ExportSelection &selection, const Redaction &redaction);
    /// A file to be written.
    struct Job
    {
        QString path;
        ExportFormat format = ExportFormat::Capture;
        ExportSelection selection;
        Redaction redaction;
        qsizetype checkTo =
            0; ///< of a report: number of events of the capture to check first, without waiting for later ones
    };
    void begin(Job job);
    void open(const Job &job);
    void goOn();
    void writeMore();
    void showProgress(const QString &path, int percent);
    void sync();
    void commit();
    void reportEnd();
    void fail(const QString &path, const QString &reason);

    Settings &m_settings;
    ConversationController &m_controller;
    FileDialogs &m_dialogs;
    MessageBar &m_bar;
    QWidget *m_window;
    QPointer<ExportDialog> m_dialog;
    SlicedWork m_turn;
    std::optional<Job> m_job; ///< a report that waits for schema validation
    std::unique_ptr<ExportFile> m_file;
    std::unique_ptr<QFutureWatcher<void>> m_sync; ///< while the file is synced to disk
    qsizetype m_whole = 0;                        ///< number of its events, if the file is complete and can be reopened
    bool m_isEmptyArchive = false;                ///< a HAR file without HTTP exchanges
};

} // namespace Pullcord
