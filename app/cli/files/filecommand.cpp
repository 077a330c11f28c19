// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/filecommand.h"

#include "app/cli/output.h"
#include "app/cli/servers/servercommand.h"
#include "core/capture/import/captureimport.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype RowsAtOnce = 2000;
constexpr int BarLength = 30;

} // namespace

FileCommand::FileCommand(CliOptions options)
    : m_options(std::move(options))
{
    m_timer.callOnTimeout(this, [this] {
        const auto step = std::exchange(m_step, {}); // the step may set another one
        if (step())
            m_step = step;
        if (!m_step)
            m_timer.stop();
    });
}

FileCommand::~FileCommand() = default;

void FileCommand::start()
{
    if (const Outcome checked = check(); !checked)
        end(checked);
    else
        openNext();
}

void FileCommand::interrupt()
{
    end(ExitInterrupted);
}

void FileCommand::openNext()
{
    if (qsizetype(m_conversations.size()) == m_options.files.size()) {
        work();
        return;
    }
    const QString path = m_options.files.at(qsizetype(m_conversations.size()));
    auto opened = Conversation::followFile(path);
    if (!opened && canSkip(opened.error())) {
        m_options.files.removeAt(qsizetype(m_conversations.size()));
        return openNext();
    }
    if (!opened)
        return end(opened.error());
    if (const QString imported = CaptureImport::summaryOf((*opened)->capture()); !imported.isEmpty())
        Output::remark(u"%1: %2"_s.arg(path, imported));
    m_conversations.push_back(*std::move(opened));
    Conversation *conversation = m_conversations.back().get();
    conversation->follower()->stop(); // it would also wait for later additions
    prepare(m_conversations.size() - 1);
    repeat([this, conversation, path] {
        Capture &capture = conversation->capture();
        const bool isMore = capture.readMore(qint64(1) << 20);
        showProgress(u"Reading %1"_s.arg(path), capture.bytesRead(), capture.fileSize());
        if (isMore)
            return true;
        if (!capture.isGrowing()) {
            capture.finishPartialLine();
            conversation->log().endRecording(conversation->now());
        }
        openNext();
        return false;
    });
}

void FileCommand::select(size_t number, const Filter &filter, bool messages,
                         const std::function<void(const std::vector<qsizetype> &)> &then)
{
    const Conversation &all = conversation(number);
    const qsizetype count = messages ? all.capture().count() : all.log().count();
    const auto test = std::make_shared<FilterPredicate>(filter, all.capture(), all.log(), FilterPredicate::Clock(),
                                                        [&all](qsizetype row) { return all.reasonOfTask(row); });
    const auto rows = std::make_shared<FilteredRows>(
        [test, messages](qsizetype row) { return messages ? test->passesEvent(row) : test->passesRequest(row); });
    repeat([this, rows, count, then] {
        const bool isMore = rows->advance(count, RowsAtOnce);
        showProgress(u"Filtering"_s, rows->tested(), count);
        if (isMore)
            return true;
        then({rows->rows().begin(), rows->rows().end()});
        return false;
    });
}

void FileCommand::forEach(qsizetype count, const std::function<void(qsizetype)> &each,
                          const std::function<void()> &then)
{
    repeat([next = std::make_shared<qsizetype>(0), count, each, then] {
        const qsizetype end = std::min(count, *next + RowsAtOnce);
        while (*next < end)
            each((*next)++);
        if (end == count)
            then();
        return end < count;
    });
}

void FileCommand::showProgress(const QString &what, qint64 done, qint64 total)
{
    if (total <= 0)
        return;
    const int full = int(double(done) / double(total) * BarLength);
    Output::status(u"%1 [%2%3] %4 %"_s.arg(what, QString(full, u'#'), QString(BarLength - full, u'.'))
                       .arg(int(double(done) / double(total) * 100)));
}

void FileCommand::repeat(const std::function<bool()> &step)
{
    m_step = step;
    m_timer.start(0);
}

void FileCommand::end(int exitCode)
{
    m_timer.stop();
    m_step = {};
    emit finished(exitCode);
}

void FileCommand::end(const Outcome &outcome)
{
    if (!outcome)
        Output::remark(u"pullcord-cli: %1"_s.arg(outcome.error().detail));
    end(outcome ? int(ExitOk) : exitCodeOf(outcome.error()));
}

} // namespace Pullcord
