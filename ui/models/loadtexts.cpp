// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/loadtexts.h"

#include "core/capture/formatting.h"
#include "core/capture/processload.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct LoadWords
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::LoadTexts)
};

QString headed(const QStringList &lines)
{
    QString text = u"<b>%1</b>"_s.arg(LoadWords::tr("Processes of the server").toHtmlEscaped());
    for (const QString &line : lines)
        text += u"<br>"_s + line.toHtmlEscaped();
    return text;
}

QString counts(const ProcessUsage &usage)
{
    const QLocale locale;
    const QString processes = locale.toString(usage.processes);
    const QString threads = locale.toString(usage.threads);
    return usage.isPartial ? LoadWords::tr("processes at the end: at least %1, too many to inspect all").arg(processes)
                           : LoadWords::tr("processes at the end: %1, threads: %2").arg(processes, threads);
}

} // namespace

QString LoadTexts::summary(const ProcessLoad &load)
{
    const ProcessUsage &first = load.samples.first().usage;
    const ProcessUsage &last = load.samples.last().usage;
    QStringList lines;
    if (const std::optional<double> share = load.share())
        lines << LoadWords::tr(
                     "%1 of a core in the %2 after the cancellation: evidence of what the whole server does, not proof")
                     .arg(Formatting::percent(*share), Formatting::duration(load.length()));
    if (!last.runner.isEmpty())
        lines << LoadWords::tr(
                     "The server runs elsewhere, behind %1, and is not visible. These figures are for %1 only.")
                     .arg(last.runner);
    QStringList facts{counts(last)};
    if (load.samples.size() > 1 && first.read && last.read && first.written && last.written && !last.isPartial)
        facts << LoadWords::tr("read %1, written %2", "numbers of bytes")
                     .arg(Formatting::byteCount(std::max<qint64>(0, *last.read - *first.read)),
                          Formatting::byteCount(std::max<qint64>(0, *last.written - *first.written)));
    return headed(lines << facts.join(u" · "_s));
}

QString LoadTexts::absence(bool isCancelled, bool isHttp)
{
    if (isHttp)
        return headed({LoadWords::tr("Not visible: the server is behind a URL.")});
    return headed(
        {isCancelled
             ? LoadWords::tr("No data: the system provided none, or the processes were not sampled.")
             : LoadWords::tr("Processes are sampled only after a cancellation, and this request was not cancelled.")});
}

} // namespace Pullcord
