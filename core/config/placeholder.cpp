// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/placeholder.h"

#include <QDir>
#include <QRegularExpression>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView InputPrefix("input:");

const QRegularExpression &form()
{
    static const QRegularExpression form(uR"(\$\{\{\s*([^{}]*?)\s*\}\}|\$\{([^}]*)\}|\{((?:env|file):[^}]+)\})"_s);
    return form;
}

Placeholder placeholderOf(const QRegularExpressionMatch &match)
{
    Placeholder placeholder{
        .text = match.captured(), .name = match.captured(1) + match.captured(2) + match.captured(3), .fallback = {}};
    for (const QLatin1StringView store : {"secrets."_L1, "inputs."_L1}) { // of Continue
        if (!match.captured(1).isEmpty() && placeholder.name.startsWith(store))
            placeholder.name.remove(0, store.size());
    }
    if (placeholder.name.startsWith("env:"_L1))
        placeholder.name.remove(0, 4);
    if (const qsizetype at = placeholder.name.indexOf(":-"_L1); at >= 0) {
        placeholder.fallback = placeholder.name.mid(at + 2);
        placeholder.name.truncate(at);
    }
    return placeholder;
}

} // namespace

bool Placeholder::isVariable() const
{
    static const QRegularExpression variable(u"\\A[A-Za-z_][A-Za-z0-9_]*\\z"_s);
    return variable.match(name).hasMatch() && !isFolder() && name != "pathSeparator"_L1;
}

bool Placeholder::isInput() const
{
    return name.startsWith(InputPrefix);
}

QString Placeholder::inputId() const
{
    return isInput() ? name.sliced(InputPrefix.size()) : QString();
}

bool Placeholder::isFolder() const
{
    static const QStringList folders{u"workspaceFolder"_s, u"workspaceRoot"_s, u"userHome"_s, u"cwd"_s};
    return folders.contains(name);
}

std::optional<QString> Placeholder::knownValue() const
{
    const QByteArray variable = name.toLocal8Bit();
    if (isVariable() && qEnvironmentVariableIsSet(variable.constData()))
        return qEnvironmentVariable(variable.constData());
    if (fallback)
        return fallback;
    if (!isFolder())
        return {};
    return name == "userHome"_L1 ? QDir::homePath() : QDir::currentPath();
}

QList<Placeholder> Placeholder::in(const QString &text)
{
    QList<Placeholder> found;
    for (auto match = form().globalMatch(text); match.hasNext();)
        found << placeholderOf(match.next());
    return found;
}

QString Placeholder::filled(const QString &text, const Values &values)
{
    QString result;
    qsizetype at = 0;
    for (auto all = form().globalMatch(text); all.hasNext();) {
        const QRegularExpressionMatch match = all.next();
        const Placeholder placeholder = placeholderOf(match);
        result += text.mid(at, match.capturedStart() - at) + values(placeholder).value_or(placeholder.text);
        at = match.capturedEnd();
    }
    return result + text.mid(at);
}

QString Placeholder::withDefaults(const QString &text)
{
    return filled(text, [](const Placeholder &placeholder) { return placeholder.fallback; });
}

bool Placeholder::isOnlyReferences(const QString &text)
{
    static const QRegularExpression whole(
        u"^\\s*(?:(?:bearer|basic|token|apikey)\\s+)?(?:\\$(?:\\{\\{[^{}]+\\}\\}|\\{[^{}]+\\})\\s*)+$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return whole.match(text).hasMatch();
}

QString Placeholder::normalized(const QString &text, bool isValue)
{
    static const QRegularExpression reference(uR"((?<!\$)\{env:([A-Za-z_][A-Za-z0-9_]*)\})"_s);
    static const QRegularExpression whole(uR"(\A(?:\$([A-Za-z_][A-Za-z0-9_]*)|(COPILOT_MCP_[A-Za-z0-9_]+))\z)"_s);
    if (const auto match = whole.match(text); isValue && match.hasMatch())
        return u"${%1}"_s.arg(match.captured(1) + match.captured(2));
    return QString(text).replace(reference, u"${\\1}"_s);
}

} // namespace Pullcord
