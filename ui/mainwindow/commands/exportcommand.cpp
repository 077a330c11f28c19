// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/exportcommand.h"

#include "core/capture/export/harexporter.h"
#include "core/findings/findings.h"
#include "core/findings/report/findingreport.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/dialogs/lists/exportdialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/models/redactionmodel.h"
#include "ui/models/texts.h"
#include "ui/views/widgets/messagebar.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocale>
#include <QPromise>
#include <QThreadPool>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 SliceMs = 8; ///< work per turn of the event loop
constexpr qint64 BytesPerStep = 1 << 16;

QStringList suffixes()
{
    QStringList suffixes;
    for (const ExportFormat format : ExportFormats::all())
        suffixes += ExportFormats::suffixOf(format);
    return suffixes;
}

/// The typed suffix precedes the chosen format, since users and programs rely on it.
FileDialogs::SaveChoice settled(FileDialogs::SaveChoice choice)
{
    if (const auto format = ExportFormats::ofFile(choice.path))
        choice.filter = int(ExportFormats::all().indexOf(*format));
    else if (QFileInfo(choice.path).suffix().isEmpty())
        choice.path += u'.' + suffixes().at(choice.filter);
    return choice;
}

} // namespace

ExportCommand::ExportCommand(Settings &settings, ConversationController &controller, FileDialogs &dialogs,
                             MessageBar &bar, QWidget *window)
    : QObject(window)
    , m_settings(settings)
    , m_controller(controller)
    , m_dialogs(dialogs)
    , m_bar(bar)
    , m_window(window)
{
    connect(&m_turn, &SlicedWork::slice, this, &ExportCommand::goOn);
    connect(&controller, &ConversationController::aboutToChange, this, [this] {
        delete m_dialog.data(); // the dialog uses the conversation
        stop();
    });
}

ExportCommand::~ExportCommand() = default;

void ExportCommand::exportAll()
{
    if (m_controller.conversation())
        ask(ExportSelection::everything(m_controller.conversation()->capture()));
}

void ExportCommand::exportSelection(const ExportSelection &selection)
{
    if (m_controller.conversation() && selection.count() > 0)
        ask(selection);
}

void ExportCommand::ask(const ExportSelection &selection)
{
    delete m_dialog.data(); // the dialog of a previous export
    m_dialog = new ExportDialog(m_settings, m_controller.conversation()->capture(), selection, m_window);
    connect(m_dialog, &ExportDialog::chosen, this, [this, selection](const Redaction &redaction) {
        // "Everything" includes events that came while the dialog was open.
        const Capture &capture = m_controller.conversation()->capture();
        askForFile(selection.isEverything() ? ExportSelection::everything(capture) : selection, redaction);
    });
    m_dialog->show();
}

void ExportCommand::askForFile(const ExportSelection &selection, const Redaction &redaction)
{
    QString name = QFileInfo(m_controller.conversation()->capture().path()).completeBaseName();
    if (name.isEmpty())
        name = m_controller.title();
    else if (!m_controller.conversation()->isLive()) // the export would overwrite the open file
        name = tr("%1 export", "the name of a file; of that of the open one").arg(name);
    const bool hasHttp = HarExporter::hasAnyIn(m_controller.conversation()->capture(), selection);
    m_dialogs.saveFile(m_window, tr("Export"), name + ".pullcord"_L1, labels(hasHttp), suffixes(),
                       [self = QPointer(this), selection, redaction,
                        asked = QPointer(m_controller.conversation())](const FileDialogs::SaveChoice &choice) {
                           if (!self || !asked || asked != self->m_controller.conversation())
                               return;
                           const FileDialogs::SaveChoice wish = settled(choice);
                           self->begin({.path = wish.path,
                                        .format = ExportFormats::all().at(wish.filter),
                                        .selection = selection,
                                        .redaction = redaction});
                       });
}

QStringList ExportCommand::labels(bool hasHttp)
{
    QStringList labels;
    for (const ExportFormat format : ExportFormats::all()) {
        switch (format) {
        case ExportFormat::Capture:
            labels += tr("Pullcord capture (*.pullcord)");
            break;
        case ExportFormat::JsonLines:
            labels += tr("JSON Lines, messages only (*.jsonl)");
            break;
        case ExportFormat::Markdown:
            labels += tr("Markdown report (*.md)");
            break;
        case ExportFormat::Html:
            labels += tr("HTML report (*.html)");
            break;
        case ExportFormat::Csv:
            labels += tr("Table of requests (*.csv)");
            break;
        case ExportFormat::Har:
            labels += hasHttp ? tr("HTTP archive (*.har)") : tr("HTTP archive, empty: no HTTP exchange here (*.har)");
            break;
        case ExportFormat::Otlp:
            labels += tr("OpenTelemetry spans (*.otlp.json)");
            break;
        case ExportFormat::Script:
            labels += tr("Replay script (*.sh)");
            break;
        }
    }
    return labels;
}

void ExportCommand::begin(Job job)
{
    stop();
    const Findings &findings = *m_controller.findings();
    if (ExportFormats::isReport(job.format) && findings.toCheck() > 0) {
        job.checkTo = findings.checked() + findings.toCheck();
        m_job = std::move(job);
        m_turn.start();
        emit runningChanged();
    } else {
        open(job);
    }
}

void ExportCommand::open(const Job &job)
{
    const Conversation *conversation = m_controller.conversation();
    const ExportSelection whole = ExportFormats::isReport(job.format)
                                      ? job.selection.withFindings(FindingReport::forExport(*m_controller.findings()))
                                      : job.selection;
    auto file = ExportFile::create(
        job.path, Exporter::create(job.format, conversation->capture(), conversation->log(), whole, job.redaction));
    if (!file) {
        fail(job.path, Texts::translated(file.error().detail));
        return;
    }
    m_job.reset();
    m_file = *std::move(file);
    m_isEmptyArchive =
        job.format == ExportFormat::Har && !HarExporter::hasAnyIn(conversation->capture(), job.selection);
    m_whole = job.format == ExportFormat::Capture && job.selection.isEverything() ? job.selection.count() : 0;
    m_turn.start();
    emit runningChanged();
}

/// A report needs the findings of all events so far, so these are checked first.
void ExportCommand::goOn()
{
    if (!m_job) {
        writeMore();
        return;
    }
    Findings &findings = *m_controller.findings();
    findings.continueChecking(std::chrono::milliseconds(SliceMs));
    if (findings.checked() < m_job->checkTo) {
        showProgress(m_job->path, 0);
        return;
    }
    const Job job = *m_job;
    open(job);
}

void ExportCommand::writeMore()
{
    QElapsedTimer clock;
    clock.start();
    Result<bool> more = true;
    while (more && *more && !clock.hasExpired(SliceMs))
        more = m_file->step(BytesPerStep);
    if (!more) {
        fail(m_file->path(), Texts::translated(more.error().detail));
        return;
    }
    const Exporter &exporter = m_file->exporter();
    showProgress(m_file->path(), int(100 * exporter.done() / exporter.total()));
    if (!*more)
        sync();
}

void ExportCommand::showProgress(const QString &path, int percent)
{
    m_bar.show(MessageBar::Kind::Info, tr("Exporting to %1").arg(path), tr("Stop"), this, [this, path] {
        stop();
        m_bar.show(MessageBar::Kind::Info, tr("The export was stopped; nothing was written to %1").arg(path));
    });
    m_bar.setProgress(percent);
}

/// Syncs in a thread of the pool: a gigabyte takes time.
void ExportCommand::sync()
{
    m_turn.stop();
    const auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    m_sync = std::make_unique<QFutureWatcher<void>>();
    connect(m_sync.get(), &QFutureWatcher<void>::finished, this, &ExportCommand::commit);
    m_sync->setFuture(promise->future());
    QThreadPool::globalInstance()->start([promise, syncing = m_file->syncing()] {
        syncing();
        promise->finish();
    });
}

void ExportCommand::commit()
{
    if (const std::optional<Error> error = m_file->commit()) {
        fail(m_file->path(), Texts::translated(error->detail));
        return;
    }
    reportEnd();
    if (m_whole > 0)
        m_controller.noteKept(m_whole);
    stop();
}

void ExportCommand::reportEnd()
{
    if (m_isEmptyArchive) {
        m_bar.show(MessageBar::Kind::Warning, tr("Exported to %1. The file is empty: an HTTP archive contains only "
                                                 "HTTP exchanges, and none was exported.")
                                                  .arg(m_file->path()));
        return;
    }
    const RedactionCounts leftOut = m_file->exporter().leftOut();
    QString text = leftOut.total() == 0
                       ? tr("Exported to %1").arg(m_file->path())
                       : tr("Exported to %1. Values redacted: %2 (%3)")
                             .arg(m_file->path(), QLocale().toString(leftOut.total()), RedactionModel::byRule(leftOut));
    if (leftOut.staying() > 0)
        text += u". "_s + RedactionModel::staying(leftOut);
    m_bar.show(leftOut.staying() > 0 ? MessageBar::Kind::Warning : MessageBar::Kind::Done, text);
}

void ExportCommand::stop()
{
    m_turn.stop();
    if (m_sync) {
        m_sync->disconnect(this);
        m_sync.release()->deleteLater(); // it may be the sender
    }
    if (!isRunning())
        return;
    m_job.reset();
    m_file.reset(); // discards an uncommitted file
    emit runningChanged();
}

void ExportCommand::fail(const QString &path, const QString &reason)
{
    m_bar.show(MessageBar::Kind::Failure, tr("The export failed: %1: %2").arg(path, reason));
    stop();
}

} // namespace Pullcord
