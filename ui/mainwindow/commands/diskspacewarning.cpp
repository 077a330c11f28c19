// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/diskspacewarning.h"

#include "core/capture/formatting.h"
#include "ui/actions.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/models/poolwork.h"
#include "ui/reopenoffer.h"
#include "ui/settings.h"
#include "ui/views/widgets/messagebar.h"

#include <QFileInfo>
#include <QLocale>

namespace Pullcord {

DiskSpaceWarning::DiskSpaceWarning(const Services &services, ConversationController &controller, const Actions &actions,
                                   MessageBar &bar, QObject *page)
    : QObject(page)
    , m_services(services)
    , m_controller(controller)
    , m_bar(bar)
{
    connect(&controller, &ConversationController::changed, this, &DiskSpaceWarning::onConversation);
    connect(&controller, &ConversationController::stateChanged, this, [this] {
        if (m_controller.clientState() == Client::State::Ready && !m_services.kept.hasReportedSize)
            look(Why::Connected); // no more urgent message is expected now, and the focus is settled
    });
    connect(actions.clearKept, &QAction::triggered, this, [this] { look(Why::Asked); });
}

DiskSpaceWarning::~DiskSpaceWarning() = default;

void DiskSpaceWarning::onConversation()
{
    const Conversation *conversation = m_controller.conversation();
    if (conversation && !conversation->capture().path().isEmpty())
        m_services.kept.used.insert(QFileInfo(conversation->capture().path()).absoluteFilePath());
}

qint64 DiskSpaceWarning::room() const
{
    return qint64(m_services.settings.value(Settings::SessionsMegabytes)) * 1'000'000;
}

QSet<QString> DiskSpaceWarning::spared() const
{
    QSet<QString> paths = m_services.kept.used;
    if (!m_services.offer)
        return paths;
    for (const OpenWindow &window : m_services.offer->openTabs().windows) {
        for (const OpenTab &tab : window.tabs)
            paths.insert(QFileInfo(tab.capture).absoluteFilePath());
    }
    return paths;
}

/// Searches in a thread of the pool, since files must be read to find marks.
void DiskSpaceWarning::look(Why why)
{
    runInPool(
        this,
        [store = CaptureStore(m_services.sessionsFolder, room()), spared = spared()] { return store.excess(spared); },
        [this, why](const CaptureStore::Excess &excess) { show(excess, why); });
}

/// Shows the result. Unasked, only once and only if the bar is free.
void DiskSpaceWarning::show(const CaptureStore::Excess &excess, Why why)
{
    const bool isAsked = why == Why::Asked;
    if (!isAsked && (excess.clearable.isEmpty() || m_services.kept.hasReportedSize || !m_bar.text().isEmpty()))
        return;
    const QString total = Formatting::byteCount(excess.total);
    const QString most = Formatting::byteCount(room());
    if (excess.clearable.isEmpty()) {
        const QString state =
            excess.total > room()
                ? tr("Kept conversations take %1, more than the %2 set in the preferences. All are marked, so none can "
                     "be deleted.")
                      .arg(total, most)
                : tr("Kept conversations take %1 of the %2 set in the preferences. Nothing to delete.")
                      .arg(total, most);
        m_bar.show(MessageBar::Kind::Info, withWhatCounts(state));
        return;
    }
    m_services.kept.hasReportedSize = true;
    const auto count = int(excess.clearable.size());
    const QString question = tr("Delete %Ln old conversations without marks (started %1; %2)?", nullptr, count)
                                 .arg(spanOf(excess.clearable), Formatting::byteCount(excess.clearableSize()));
    const QString state = // question first, since the end may be elided
        tr("%1 All kept conversations take %2, more than the %3 set in the preferences.").arg(question, total, most);
    m_bar.show(MessageBar::Kind::Info, withWhatCounts(state), tr("Delete %Ln Conversations", nullptr, count), this,
               [this, files = excess.clearable] { clear(files); });
}

/// Returns the dates of the first and the last one; times if they are of one day.
QString DiskSpaceWarning::spanOf(const QList<CaptureStore::Old> &files)
{
    const QDateTime begin = files.constFirst().began.toLocalTime();
    const QDateTime end = files.constLast().began.toLocalTime();
    const auto date = [](const QDateTime &time) { return QLocale().toString(time.date(), QLocale::ShortFormat); };
    const auto clock = [](const QDateTime &time) { return QLocale().toString(time.time(), QLocale::ShortFormat); };
    if (begin.date() != end.date())
        return tr("%1 to %2", "dates").arg(date(begin), date(end));
    const QString first = QLocale().toString(begin, QLocale::ShortFormat);
    return clock(begin) == clock(end) ? first : tr("%1 to %2", "dates").arg(first, clock(end));
}

QString DiskSpaceWarning::withWhatCounts(const QString &state)
{
    return tr("%1 Conversations that were open since Pullcord started or will be reopened are not included.")
        .arg(state);
}

void DiskSpaceWarning::clear(const QList<CaptureStore::Old> &files)
{
    QList<CaptureStore::Old> stillOld = files; // some may have been opened since
    const QSet<QString> spared = this->spared();
    stillOld.removeIf([&](const CaptureStore::Old &old) { return spared.contains(old.path); });
    const CaptureStore::Excess removed{.total = 0, .clearable = CaptureStore::remove(stillOld)};
    for (const CaptureStore::Old &old : removed.clearable)
        m_services.settings.removeRecentCapture(old.path);
    const auto count = int(removed.clearable.size());
    QString text =
        tr("%Ln conversations were deleted (%1).", nullptr, count).arg(Formatting::byteCount(removed.clearableSize()));
    if (count == 0)
        text = tr("No conversation was deleted: all are in use again or cannot be deleted.");
    else if (const auto kept = int(files.size()) - count; kept > 0)
        text = tr("%1 %Ln others stay: they are in use again, or cannot be deleted.", nullptr, kept).arg(text);
    m_bar.show(MessageBar::Kind::Done, text);
}

} // namespace Pullcord
