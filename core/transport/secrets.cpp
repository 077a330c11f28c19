// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secrets.h"

#include "core/transport/secretforms.h"
#include "core/transport/secretnames.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

QJsonValue maskedValue(const QJsonValue &value, bool secret);

/// Position of the separator after the name that begins at `from`, for `NAME=value` or `Name: value`; -1 if there is
/// none.
qsizetype separatorIn(const QString &argument, qsizetype from)
{
    const auto isOfName = [](QChar c) { return c.isLetterOrNumber() || QStringView(u"-_.[]/").contains(c); };
    qsizetype at = from;
    while (at < argument.size() && isOfName(argument.at(at)))
        ++at;
    if (at == from)
        return -1;
    while (at < argument.size() && argument.at(at).isSpace())
        ++at;
    const QStringView rest = QStringView(argument).sliced(at);
    // In https://host the colon ends a scheme.
    const bool found = (rest.startsWith(u'=') || rest.startsWith(u':')) && !rest.sliced(1).startsWith("//"_L1);
    return found ? at : -1;
}

bool isOption(const QString &argument)
{
    return argument.startsWith(u'-') && argument.size() > 1;
}

/// Returns `text` with its secret values masked if it is a JSON object or array; otherwise none.
std::optional<QString> maskedJson(QStringView text)
{
    if (!text.startsWith(u'{') && !text.startsWith(u'['))
        return std::nullopt;
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
    if (document.isNull())
        return std::nullopt;
    const QJsonValue plain = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
    const QJsonValue masked = maskedValue(plain, false);
    if (masked == plain)
        return text.toString();
    const QJsonDocument result = masked.isArray() ? QJsonDocument(masked.toArray()) : QJsonDocument(masked.toObject());
    return QString::fromUtf8(result.toJson(QJsonDocument::Compact));
}

/// Masks the value in `argument` and keeps its names. There may be several, as in `--env=API_KEY=value`.
QString maskedArgument(const QString &argument)
{
    qsizetype begin = 0; // start of the value, as far as known
    for (;;) {
        while (begin < argument.size() && argument.at(begin).isSpace())
            ++begin;
        if (const auto json = maskedJson(QStringView(argument).sliced(begin)))
            return maskedText(argument.first(begin)) + *json;
        const qsizetype separator = separatorIn(argument, begin);
        if (separator < 0)
            return maskedText(argument);
        const QStringView name = QStringView(argument).sliced(begin, separator - begin);
        if (isSecretName(name) && !isSetting(name, QStringView(argument).sliced(separator + 1))) {
            const bool spaced = argument.sliced(separator + 1).startsWith(u' ');
            return maskedText(argument.first(separator + 1)) + (spaced ? u" "_s : QString()) + Mask;
        }
        begin = separator + 1;
    }
}

bool isTexts(const QJsonValue &value)
{
    const QJsonArray array = value.toArray();
    return !array.isEmpty() &&
           std::all_of(array.begin(), array.end(), [](const QJsonValue &v) { return v.isString(); });
}

QJsonValue maskedValue(const QJsonValue &value, bool secret)
{
    switch (value.type()) {
    case QJsonValue::String:
        return secret ? QString(Mask) : maskedText(value.toString());
    case QJsonValue::Double:
        return secret ? QJsonValue(QString(Mask)) : value;
    case QJsonValue::Array: {
        if (!secret && isTexts(value))
            return QJsonArray::fromStringList(maskedArguments(value.toVariant().toStringList()));
        QJsonArray array;
        for (const auto &element : value.toArray())
            array.append(maskedValue(element, secret));
        return array;
    }
    case QJsonValue::Object: {
        if (!secret)
            return masked(value.toObject());
        QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            it.value() = maskedValue(it.value(), true);
        return object;
    }
    default:
        return value;
    }
}

} // namespace

bool announcesSecret(const QString &argument, const QString &next)
{
    return isOption(argument) && separatorIn(argument, 0) < 0 && isSecretName(argument) && !isSetting(argument, next);
}

QString maskedQuery(const QString &url)
{
    const qsizetype at = url.indexOf(u'?');
    if (at < 0)
        return maskedText(url);
    QStringList parts;
    for (const QStringView part : QStringView(url).sliced(at + 1).split(u'&')) {
        const qsizetype equals = part.indexOf(u'=');
        parts += (equals < 0 ? QString() : part.first(equals + 1).toString()) + Mask;
    }
    return maskedText(url.first(at)) + u'?' + parts.join(u'&');
}

QStringList maskedArguments(const QStringList &arguments)
{
    QStringList masked;
    masked.reserve(arguments.size());
    QString before;
    for (const QString &argument : arguments) {
        // A secret may look like an option, and an option may lack its value. So the word after a secret option is
        // masked whatever it looks like.
        masked.append(announcesSecret(before, argument) ? QString(Mask) : maskedArgument(argument));
        before = argument;
    }
    return masked;
}

QJsonObject masked(const QJsonObject &description)
{
    QString called; // name that belongs to the member "value"
    for (const QString &member : {u"name"_s, u"key"_s}) {
        if (const QString name = description.value(member).toString(); isSecretName(name))
            called = name;
    }
    QJsonObject result;
    for (auto it = description.begin(); it != description.end(); ++it) {
        const QString name = it.key();
        const bool isOwn = name == "value"_L1 && !called.isEmpty();
        const bool secret = isSecretName(isOwn ? called : name);
        const bool isHarmless = isSetting(isOwn ? called : name, it.value().toVariant().toString());
        result.insert(name, maskedValue(it.value(), secret && !isHarmless));
    }
    return result;
}

} // namespace Pullcord::Secrets
