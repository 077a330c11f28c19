// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/report/baseline.h"

#include "core/capture/requestlog.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <QFile>
#include <QSaveFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

QString Baseline::fingerprint(const Finding &finding, const RequestLog &log)
{
    QStringList words{finding.kind().name};
    if (finding.accused != Direction::None)
        words << (finding.accused == Direction::ClientToServer ? u"client"_s : u"server"_s);
    if (finding.row >= 0) {
        const RequestRecord record = log.record(finding.row);
        words << QString::fromUtf8(record.method);
        if (!record.target.isEmpty())
            words << record.target;
    }
    return words.join(u' ');
}

QByteArray Baseline::toJson() const
{
    QStringList sorted(m_accepted.cbegin(), m_accepted.cend());
    std::sort(sorted.begin(), sorted.end());
    QByteArrayList lines;
    for (const QString &each : std::as_const(sorted))
        lines << "  " + JsonText::quoted(each);
    return "{\"pullcordBaseline\": 1, \"accepted\": [" +
           (lines.isEmpty() ? QByteArray() : '\n' + lines.join(",\n") + '\n') + "]}\n";
}

Result<Baseline> Baseline::fromJson(const QByteArray &json)
{
    if (const auto problem = JsonChecker().check(json))
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "line %1, column %2: %3"),
                                          problem->line, problem->column, problem->reason)};
    const JsonValue whole(json);
    if (whole.member("pullcordBaseline").toInteger() != 1 || !whole.member("accepted").isArray())
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "it is not a baseline: {\"pullcordBaseline\": 1, \"accepted\": […]}"))};
    Baseline baseline;
    for (const JsonMember &each : whole.member("accepted")) {
        if (!each.value.isString())
            return Error{ErrorKind::Io,
                         TranslatableText::of(
                             QT_TRANSLATE_NOOP("TranslatableText", "\"accepted\" contains %1, which is not a string"),
                             QString::fromUtf8(each.value.raw().toByteArray().left(100)))};
        baseline.accept(each.value.toString());
    }
    return baseline;
}

Result<Baseline> Baseline::read(const QString &path)
{
    constexpr qint64 Longest = qint64(16) << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), path, file.errorString())};
    const auto baseline = fromJson(file.read(Longest));
    if (!baseline)
        return Error{ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), path,
                                                         baseline.error().detail)};
    return *baseline;
}

Outcome Baseline::write(const QString &path) const
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(toJson()) < 0 || !file.commit())
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), path, file.errorString())};
    return std::monostate();
}

} // namespace Pullcord
