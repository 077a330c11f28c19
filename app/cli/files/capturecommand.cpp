// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/capturecommand.h"

#include "app/cli/files/timeline.h"
#include "app/cli/output.h"
#include "core/capture/formatting.h"

#include <csignal>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

void CaptureCommand::prepare()
{
    if (options().capturesToOutput)
        std::signal(SIGPIPE, SIG_IGN);
    connect(&conversation().capture(), &Capture::appended, this, &CaptureCommand::print);
}

void CaptureCommand::work()
{
    Output::status(u"Recording (press Ctrl+C to stop) …"_s);
    if (options().lasts)
        QTimer::singleShot(*options().lasts, this, [this] { leave(ExitOk); });
}

void CaptureCommand::onDisconnected(const QString &how)
{
    Capture &capture = conversation().capture();
    capture.flush();
    print(m_printed, capture.count() - m_printed); // those of the last turn
    if (!how.isEmpty())
        Output::remark(u"The connection ended: %1"_s.arg(how));
    Output::remark(u"Requests: %1, events: %2, %3 in %4"_s.arg(conversation().log().count())
                       .arg(capture.count())
                       .arg(Formatting::byteCount(capture.fileSize()),
                            options().capturesToOutput ? u"standard output"_s : options().capturePath));
}

void CaptureCommand::print(qsizetype first, qsizetype count)
{
    const Capture &capture = conversation().capture();
    if (m_printed == 0 && options().capturesToOutput)
        printLine(capture.header().toLine());
    for (qsizetype index = std::max(first, m_printed); index < first + count; ++index) {
        if (options().json || options().capturesToOutput)
            printLine(capture.line(index));
        if (!options().json) {
            const QString line = timelineLine(capture, conversation().log(), index);
            if (options().capturesToOutput)
                Output::remark(line);
            else
                Output::result(line);
        }
    }
    m_printed = std::max(m_printed, first + count);
}

void CaptureCommand::printLine(QByteArrayView line)
{
    Output::resultBytes(line);
    if (options().capturesToOutput && !Output::written() && !std::exchange(m_isUnread, true))
        leave(ExitFile);
}

} // namespace Pullcord
