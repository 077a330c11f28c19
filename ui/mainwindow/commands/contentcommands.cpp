// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/contentcommands.h"

#include "ui/dialogs/filedialogs.h"
#include "ui/mainwindow/commands/requestcommands.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/details/resulttab.h"
#include "ui/views/content/contentview.h"
#include "ui/views/widgets/messagebar.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Returns the reason if writing failed; else an empty text.
QString write(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return isWritten ? QString() : file.errorString();
}

} // namespace

ContentCommands::ContentCommands(ConversationController &controller, DetailsPanel &details, RequestCommands &requests,
                                 FileDialogs &dialogs, MessageBar &bar, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_requests(requests)
    , m_dialogs(dialogs)
    , m_bar(bar)
    , m_window(window)
{
    const ContentView *view = details.result()->view();
    connect(view, &ContentView::saveRequested, this, &ContentCommands::save);
    connect(view, &ContentView::playRequested, this, &ContentCommands::play);
    connect(view, &ContentView::readRequested, this, &ContentCommands::read);
}

ContentCommands::~ContentCommands() = default;

void ContentCommands::save(const QString &name, const QByteArray &bytes)
{
    m_dialogs.saveFile(m_window, tr("Save Content"), name, {tr("All files (*)")}, {QFileInfo(name).suffix()},
                       [this, bytes](const FileDialogs::SaveChoice &choice) {
                           const QString problem = write(choice.path, bytes);
                           if (problem.isEmpty())
                               m_bar.show(MessageBar::Kind::Done,
                                          tr("Saved as %1.").arg(QDir::toNativeSeparators(choice.path)));
                           else
                               m_bar.show(MessageBar::Kind::Failure, tr("Cannot save it: %1").arg(problem));
                       });
}

void ContentCommands::play(const QString &name, const QByteArray &bytes)
{
    if (!m_sounds)
        m_sounds = std::make_unique<QTemporaryDir>();
    const QString path = m_sounds->filePath(u"%1-%2"_s.arg(++m_played).arg(name));
    const QString problem = m_sounds->isValid() ? write(path, bytes) : m_sounds->errorString();
    if (!problem.isEmpty())
        m_bar.show(MessageBar::Kind::Failure, tr("Cannot open the sound in a player: %1").arg(problem));
    else
        open(path);
}

/// Runs xdg-open itself: QDesktopServices does not report if that finds no program.
void ContentCommands::open(const QString &path)
{
    const QString opener = QStandardPaths::findExecutable(u"xdg-open"_s);
    if (opener.isEmpty()) {
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
            sayUnplayed({});
        return;
    }
    auto *process = new QProcess(QCoreApplication::instance()); // the player may outlive the window
    process->setStandardOutputFile(QProcess::nullDevice());
    process->setStandardInputFile(QProcess::nullDevice());
    connect(process, &QProcess::finished, this, [this, process](int exitCode, QProcess::ExitStatus status) {
        if (exitCode != 0 && status == QProcess::NormalExit)
            sayUnplayed(QString::fromLocal8Bit(process->readAllStandardError()).trimmed());
    });
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    connect(process, &QProcess::errorOccurred, this, [this, process](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            sayUnplayed(process->errorString());
    });
    process->start(opener, {path});
}

void ContentCommands::sayUnplayed(const QString &why)
{
    const QString last = why.section(u'\n', -1);
    m_bar.show(MessageBar::Kind::Failure,
               last.isEmpty() ? tr("No program on this desktop plays this sound. Save it instead.")
                              : tr("No program on this desktop plays this sound. Save it instead. (%1)").arg(last));
}

void ContentCommands::read(const QString &uri)
{
    if (m_controller.clientState() == Client::State::Ready)
        m_requests.start(*m_controller.conversation()->readResource(uri));
    else
        m_bar.show(MessageBar::Kind::Warning, tr("Cannot read anything: the server is not connected."));
}

} // namespace Pullcord
