// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secretforms.h"

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

/// End of the key lines that start at `from`: base64 and headers. A blank line may separate them; a log, a list or a
/// quote may prefix them; and line ends may be written as in source code (`\n`).
qsizetype endOfKeyLines(const QString &text, qsizetype from)
{
    static const QString Break(
        uR"re((?:(?:\\{1,8}+[rn])*+["'`]?+[ \t]*+[,+.]?+[ \t]*+\\?+\r?\n|(?:\\{1,8}+[rn])++))re"_s);
    static const QString Header(
        u"(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash|Charset|MessageID|Encryption|Public-Lines"
        "|Private-Lines|Key-Derivation|Argon2-[A-Za-z]{1,20}+): [^\\r\\n\\\\]{0,200}+"_s);
    static const QRegularExpression Line(
        uR"re((?:%1++[^\r\nA-Za-z\\+/=]{0,40}+(?:%2|[A-Za-z0-9+/=]++(?=["'`]|[ \t,+.]*+(?:[\r\n]|\\{1,8}[rn]|\z)))|[ \t]++[A-Za-z0-9+/=]{32,}+|[A-Za-z0-9+/=]++))re"_s
            .arg(Break, Header));
    for (;;) {
        const QRegularExpressionMatch match = Line.match(text, from, QRegularExpression::NormalMatch,
                                                         QRegularExpression::AnchorAtOffsetMatchOption |
                                                             QRegularExpression::DontCheckSubjectStringMatchOption);
        if (match.capturedLength() == 0)
            return from;
        from = match.capturedEnd();
    }
}

/// Masks from each BEGIN to the END after it. `isBegin` distinguishes the two.
template<typename IsBegin>
void maskBetween(QString &text, const QRegularExpression &marker, IsBegin isBegin)
{
    QList<Span> spans;
    std::optional<Span> begin;
    const auto endAlone = [&] {
        if (!begin)
            return;
        const qsizetype end = endOfKeyLines(text, begin->until);
        if (end > begin->until || QStringView(text).sliced(end).trimmed().isEmpty())
            spans.append({begin->from, end});
        begin.reset();
    };
    for (auto matches = marker.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (isBegin(match.capturedView())) {
            endAlone();
            begin = Span{match.capturedStart(), match.capturedEnd()};
        } else if (begin) {
            spans.append({begin->from, match.capturedEnd()});
            begin.reset();
        }
    }
    endAlone();
    mask(text, spans);
}

} // namespace

void maskPrivateKeys(QString &text)
{
    static const QRegularExpression Armour(u"-{4,5} ?(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}"_s);
    static const QRegularExpression OfPutty(
        u"PuTTY-User-Key-File-[0-9]+:[^\\r\\n]{0,200}+|Private-(?:MAC|Hash):[ \\t]*[0-9A-Fa-f]+"_s);
    if (text.contains("PRIVATE KEY"_L1))
        maskBetween(text, Armour, [](QStringView marker) { return marker.contains("BEGIN"_L1); });
    if (text.contains("PuTTY-User-Key-File-"_L1))
        maskBetween(text, OfPutty, [](QStringView marker) { return marker.startsWith(u'P') && marker.at(1) == u'u'; });
}

} // namespace Pullcord::Secrets
