// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/diffcommand.h"

#include "app/cli/files/requestrows.h"
#include "app/cli/output.h"
#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype LongestValue = 60;

QString shown(const JsonValue &value)
{
    const QString text = QString::fromUtf8(JsonText::compact(value.raw()));
    return text.size() <= LongestValue ? text : text.first(LongestValue - 1) + u'…';
}

QString place(const QString &pointer)
{
    return pointer.isEmpty() ? u"the whole value"_s : pointer;
}

QStringList linesOf(const QString &name, const CaptureDiff::Part &part)
{
    QStringList lines;
    for (const JsonDifference &each : part.diff.differences) {
        switch (each.kind) {
        case JsonDifference::Kind::Added:
            lines << u"%1 + %2: %3"_s.arg(name, place(each.rightPointer), shown(each.right));
            break;
        case JsonDifference::Kind::Removed:
            lines << u"%1 - %2: %3"_s.arg(name, place(each.leftPointer), shown(each.left));
            break;
        case JsonDifference::Kind::Changed:
            lines << u"%1 ~ %2: %3 → %4"_s.arg(name, place(each.rightPointer), shown(each.left), shown(each.right));
            break;
        }
    }
    if (part.left.isEmpty() != part.right.isEmpty())
        lines << (part.left.isEmpty() ? u"%1 + %2"_s.arg(name, shown(JsonValue(part.right)))
                                      : u"%1 - %2"_s.arg(name, shown(JsonValue(part.left))));
    if (!part.diff.isComplete)
        lines << u"%1: there may be more"_s.arg(name);
    return lines;
}

QByteArray jsonOf(const CaptureDiff::Part &part)
{
    QByteArrayList all;
    for (const JsonDifference &each : part.diff.differences) {
        QByteArray one;
        const bool isAdded = each.kind == JsonDifference::Kind::Added;
        const bool isRemoved = each.kind == JsonDifference::Kind::Removed;
        JsonText::setMember(one, "kind", isAdded ? "\"added\"" : isRemoved ? "\"removed\"" : "\"changed\"");
        JsonText::setMember(one, "path", JsonText::quoted(isRemoved ? each.leftPointer : each.rightPointer));
        if (!isAdded)
            JsonText::setMember(one, "left", JsonText::compact(each.left.raw()));
        if (!isRemoved)
            JsonText::setMember(one, "right", JsonText::compact(each.right.raw()));
        all << one;
    }
    if (part.left.isEmpty() != part.right.isEmpty()) {
        const bool isAdded = part.left.isEmpty();
        QByteArray one = JsonText::withMember({}, "kind", isAdded ? "\"added\"" : "\"removed\"");
        JsonText::setMember(one, "path", "\"\"");
        JsonText::setMember(one, isAdded ? "right" : "left", JsonText::compact(isAdded ? part.right : part.left));
        all << one;
    }
    return '[' + all.join(',') + ']';
}

QByteArray subjectOf(const RequestRecord &record)
{
    const bool isClients = record.direction == Direction::ClientToServer;
    QByteArray json = JsonText::withMember({}, "sender", isClients ? "\"client\"" : "\"server\"");
    JsonText::setMember(json, "method", JsonText::quoted(QByteArrayView(record.method)));
    if (!record.target.isEmpty())
        JsonText::setMember(json, "name", JsonText::quoted(record.target));
    return json;
}

} // namespace

void DiffCommand::work()
{
    select(0, options().filter, false, [this](const std::vector<qsizetype> &left) {
        m_left = left;
        select(1, options().filter, false, [this](const std::vector<qsizetype> &right) {
            m_right = right;
            compare();
        });
    });
}

void DiffCommand::compare()
{
    m_diff.emplace(CaptureDiff::Side{conversation(0).capture(), conversation(0).log(), m_left},
                   CaptureDiff::Side{conversation(1).capture(), conversation(1).log(), m_right});
    repeat([this] { return step(); });
}

bool DiffCommand::step()
{
    if (m_next == m_diff->pairs().size()) {
        conclude();
        return false;
    }
    showProgress(u"Comparing"_s, m_next, m_diff->pairs().size());
    const CaptureDiff::Pair &pair = m_diff->pairs().at(m_next++);
    if (pair.left == CaptureDiff::Pair::None || pair.right == CaptureDiff::Pair::None) {
        printOne(pair);
        return true;
    }
    if (const CaptureDiff::Difference difference = m_diff->compare(pair); !difference.isNone())
        printBoth(pair, difference);
    return true;
}

RequestRecord DiffCommand::record(size_t side, qsizetype row) const
{
    return conversation(side).log().record(row);
}

void DiffCommand::printOne(const CaptureDiff::Pair &pair)
{
    const bool isRemoved = pair.right == CaptureDiff::Pair::None;
    ++(isRemoved ? m_removed : m_added);
    const qsizetype row = isRemoved ? pair.left : pair.right;
    const RequestRecord only = record(isRemoved ? 0 : 1, row);
    if (options().json) {
        QByteArray json = JsonText::withMember({}, "kind", isRemoved ? "\"removed\"" : "\"added\"");
        JsonText::setMember(json, isRemoved ? "left" : "right", QByteArray::number(row + 1));
        JsonText::setMember(json, "request", subjectOf(only));
        Output::resultBytes(json);
        return;
    }
    Output::result(Output::printable(u"%1 #%2 %3: %4"_s.arg(isRemoved ? u"-"_s : u"+"_s, QString::number(row + 1),
                                                            RequestRows::title(only), Describe::state(only))));
}

void DiffCommand::printBoth(const CaptureDiff::Pair &pair, const CaptureDiff::Difference &difference)
{
    ++m_changed;
    const RequestRecord left = record(0, pair.left);
    const RequestRecord right = record(1, pair.right);
    if (options().json) {
        QByteArray json = JsonText::withMember({}, "kind", "\"changed\"");
        JsonText::setMember(json, "left", QByteArray::number(pair.left + 1));
        JsonText::setMember(json, "right", QByteArray::number(pair.right + 1));
        JsonText::setMember(json, "request", subjectOf(right));
        JsonText::setMember(json, "leftState", JsonText::quoted(Formatting::stateName(left)));
        JsonText::setMember(json, "rightState", JsonText::quoted(Formatting::stateName(right)));
        JsonText::setMember(json, "params", jsonOf(difference.request));
        JsonText::setMember(json, "reason", jsonOf(difference.reason));
        JsonText::setMember(json, "answer", jsonOf(difference.answer));
        JsonText::setMember(json, "laterAnswers", jsonOf(difference.laterAnswers));
        Output::resultBytes(json);
        return;
    }
    QString text = u"~ #%1 #%2 %3"_s.arg(QString::number(pair.left + 1), QString::number(pair.right + 1),
                                         RequestRows::title(right));
    if (difference.inState)
        text += u": %1 → %2"_s.arg(Describe::state(left), Describe::state(right));
    const QStringList lines = linesOf(u"params"_s, difference.request) + linesOf(u"reason"_s, difference.reason) +
                              linesOf(u"answer"_s, difference.answer) +
                              linesOf(u"later responses"_s, difference.laterAnswers);
    for (const QString &line : lines)
        text += u"\n    "_s + line;
    Output::result(Output::printable(text));
}

void DiffCommand::conclude()
{
    const bool isSame = m_removed + m_added + m_changed == 0;
    Output::remark(isSame ? u"The requests do not differ"_s
                          : u"Requests changed: %1, only in the first: %2, only in the second: %3"_s.arg(m_changed)
                                .arg(m_removed)
                                .arg(m_added));
    end(isSame ? int(ExitOk) : int(ExitDifferent));
}

} // namespace Pullcord
