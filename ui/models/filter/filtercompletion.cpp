// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/filter/filtercompletion.h"

#include "core/capture/filter/filter.h"
#include "core/capture/requestlog.h"

#include <QCoreApplication>
#include <QSet>

namespace Pullcord {
using namespace Qt::StringLiterals;
using Id = FilterField::Id;

namespace {

/// Gives tr() its own context.
struct FilterTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::FilterTexts)
};

/// Returns the start of the word that ends at the cursor; -1 inside a quoted word.
qsizetype wordBegin(QStringView text)
{
    qsizetype begin = 0;
    bool quoted = false;
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text[at];
        if (quoted && c == u'\\')
            ++at;
        else if (c == u'"')
            quoted = !quoted;
        else if (!quoted && (c.isSpace() || c == u'(' || c == u')'))
            begin = at + 1;
    }
    return quoted && text[begin] == u'"' ? -1 : begin;
}

QString colonIfNeeded(const FilterField &field)
{
    switch (field.type) {
    case FilterField::Type::Flag:
        return {};
    case FilterField::Type::Duration:
    case FilterField::Type::Size:
        return u">"_s;
    default:
        return u":"_s;
    }
}

/// Quotes a value if the filter language requires it.
QString valueText(const QString &value)
{
    for (const QChar c : value) {
        if (c.isSpace() || c == u'(' || c == u')' || c == u'"')
            return Filter::quoted(value);
    }
    return value;
}

void offerFields(const QString &typed, QList<FilterCompletion::Offer> &offers)
{
    for (const FilterField &field : FilterField::all()) {
        if (field.name.startsWith(typed, Qt::CaseInsensitive) && typed.size() < field.name.size())
            offers.append({field.name + colonIfNeeded(field), FilterCompletion::about(field.id)});
    }
}

void offerValues(const FilterField &field, const QString &typed, const FilterCompletion::Known &known,
                 QList<FilterCompletion::Offer> &offers)
{
    QStringList values;
    for (const QLatin1StringView choice : field.choices)
        values.append(choice);
    if (values.isEmpty() && known)
        values = known(field.id);
    const QString plain = typed.startsWith(u'"') ? typed.mid(1) : typed;
    for (const QString &value : std::as_const(values)) {
        if (value.contains(plain, Qt::CaseInsensitive) && valueText(value) != typed)
            offers.append({valueText(value), {}});
    }
}

} // namespace

FilterCompletion FilterCompletion::at(const QString &text, qsizetype cursor, const Known &known)
{
    FilterCompletion result;
    const QString before = text.left(cursor);
    const qsizetype begin = wordBegin(before);
    if (begin < 0)
        return result;
    const QString word = before.mid(begin);
    const qsizetype colon = word.indexOf(u':');
    const qsizetype equals = word.indexOf(u'=');
    const qsizetype op = colon < 0 ? equals : equals < 0 ? colon : qMin(colon, equals);
    if (op < 0) {
        result.begin = begin;
        offerFields(word, result.offers);
        return result;
    }
    QString name = word.left(op);
    if (name.endsWith(u'!'))
        name.chop(1);
    result.begin = begin + op + 1;
    if (const FilterField *field = FilterField::named(name))
        offerValues(*field, word.mid(op + 1), known, result.offers);
    return result;
}

QStringList FilterCompletion::valuesIn(const RequestLog &log, FilterField::Id field)
{
    constexpr qsizetype MostRows = 10'000;
    QSet<QString> values;
    for (qsizetype row = qMax(qsizetype(0), log.count() - MostRows); row < log.count(); ++row) {
        const RequestRecord record = log.record(row);
        if (field == Id::Method)
            values.insert(QString::fromUtf8(record.method));
        else if (field == Id::Name && !record.target.isEmpty())
            values.insert(record.target);
        else if (field == Id::Reason && record.cancellation && !record.cancellation->reason.isEmpty())
            values.insert(record.cancellation->reason);
    }
    QStringList sorted = values.values();
    sorted.sort(Qt::CaseInsensitive);
    return sorted;
}

QString FilterCompletion::about(FilterField::Id field)
{
    switch (field) {
    case Id::Text:
        return FilterTexts::tr("anywhere in the message");
    case Id::Method:
        return FilterTexts::tr("the JSON-RPC method");
    case Id::Name:
        return FilterTexts::tr("the tool, prompt or URI");
    case Id::RequestId:
        return FilterTexts::tr("the id of the request");
    case Id::Reason:
        return FilterTexts::tr("the reason of the cancellation");
    case Id::Error:
        return FilterTexts::tr("the message of an error");
    case Id::Code:
        return FilterTexts::tr("the code of an error");
    case Id::Dir:
        return FilterTexts::tr("the sender");
    case Id::State:
        return FilterTexts::tr("the state of the request");
    case Id::Kind:
        return FilterTexts::tr("request, result, error, …");
    case Id::Time:
        return FilterTexts::tr("the duration, such as 2s or 300ms");
    case Id::At:
        return FilterTexts::tr("the time since the start, such as 5min");
    case Id::During:
        return FilterTexts::tr("in flight at this time, such as 5min");
    case Id::Size:
        return FilterTexts::tr("bytes, such as 64KiB or 1MB");
    case Id::Connection:
        return FilterTexts::tr("number of the connection, from 0");
    case Id::Late:
        return FilterTexts::tr("arrived after its request had ended");
    case Id::Cancelled:
        return FilterTexts::tr("was cancelled, whatever arrived later");
    case Id::Progress:
        return FilterTexts::tr("with progress");
    case Id::ToolError:
        return FilterTexts::tr("a tool result with isError");
    case Id::Pinned:
        return FilterTexts::tr("pinned");
    case Id::Color:
        return FilterTexts::tr("the color of the mark");
    case Id::Note:
        return FilterTexts::tr("the text of the note");
    case Id::Pointer:
        return FilterTexts::tr("a value in the JSON, such as /params/name = \"echo\"");
    }
    return {};
}

} // namespace Pullcord
