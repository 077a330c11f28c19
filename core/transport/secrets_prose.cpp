// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secretforms.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

/// A way in which texts put a name and its value together.
struct Form
{
    QStringView needs; ///< one of these characters, or the text has none of it
    QRegularExpression form;
    bool (*isSecret)(QStringView name, QStringView value);
};

bool isName(QStringView name, QStringView)
{
    return isSecretName(name);
}

bool isMember(QStringView name, QStringView)
{
    return isSecretMember(name);
}

bool isPassword(QStringView name, QStringView)
{
    return isPasswordMember(name);
}

bool isAny(QStringView, QStringView)
{
    return true;
}

/// Before `=` in a sentence; `max_tokens` are counted.
bool isAssigned(QStringView name, QStringView)
{
    return isSecretMember(name) && !name.endsWith("tokens"_L1, Qt::CaseInsensitive);
}

/// Behind a name that may also be that of something else.
bool isToldSecret(QStringView name, QStringView value)
{
    return namesOneSecret(name) || (isAssigned(name, value) && looksLikeToken(value));
}

/// The same of names of several words, which may be the beginning of what is no name: `key-value: store`, `API key: see below`.
bool isToldInWords(QStringView name, QStringView value)
{
    const bool isOneName = !name.contains(u' ') && (!name.contains(u'-') || endsWithSecretName(name));
    return isOneName ? isToldSecret(name, value) : isAssigned(name, value) && looksLikeToken(value);
}

QRegularExpression anyCase(const QString &form)
{
    return QRegularExpression(form, QRegularExpression::CaseInsensitiveOption);
}

/// Of what is dotted the last step says it, but for `api.key`. One dash before it is that of a list, a diff or an option.
QString nameForm(const QString &before)
{
    return u"(?:(?<![-\\w%1])|(?<=^-|[\\s\"']-))"
           "((?:(?i:api|access|private|secret|signing)\\.(?=(?i:key)\\b))?[A-Za-z_][-\\w]*)"_s.arg(before);
}

/// With `=`, or what is written in its place.
QList<Form> assigningForms(const QString &value, const QString &noValue)
{
    return {
        {u"=",
         QRegularExpression(u"(?:(?<![^\\s\"';,])|(?<=^[-+]|[\\s\"';,][-+]))"
                            "([A-Z][A-Z0-9_]*)=(\"[^\"\\r\\n]+\"|'[^'\\r\\n]+'|(?:[^\\s\"'\\\\]++|\\\\ ?+)++)"_s),
         isName},
        {u"=", QRegularExpression(nameForm({}) + u"=(?![=>]|<[^<>\\r\\n]*>|\\$\\{)"_s + value), isAssigned},
        {u"=",
         anyCase(nameForm({}) + u"(?:['\"]\\][ \\t]*=[ \\t]*|[ \\t]+=>?[ \\t]*|=>?[ \\t]+)(?!=)"_s + noValue + value),
         isToldSecret},
        // Of a Dockerfile, and of shells.
        {u" \t",
         QRegularExpression(
             u"^[ \\t]*(?:Step \\d+/\\d+ : |#\\d+ \\[[^\\]\\r\\n]*\\] )?(?:ENV|ARG|setenv|setx|set[ \\t]+-\\w*x\\w*)"
             "[ \\t]+([A-Za-z_]\\w*)[ \\t]+(?!=)"_s +
                 noValue + u"([^\\r\\n]*[^\\s])"_s,
             QRegularExpression::MultilineOption),
         isName},
    };
}

/// With a colon.
QList<Form> tellingForms(const QString &value, const QString &noValue)
{
    static const QString Markup(
        u"(?:[ \\t]|\\*{1,2}(?!\\*)|__?(?=[ \\t`])|`|</?\\w+>|[>|][-+]?[ \\t]*\\r?\\n[ \\t]+)*+"_s);
    static const QString Sort(u"api|access|auth|bearer|client|private|refresh|secret|security|session|signing"_s);
    static const QString OfTwo(u"(?<![-\\w$])((?:%1)[ \\t]+[A-Za-z]+)"_s.arg(Sort));
    static const QString End(u"(?:`|\\*{1,2})?[ \\t]*+:"_s);
    static const QString Header(u"([A-Za-z]\\w*(?:-\\w+)+|Authorization|Cookie)[ \\t]*+:[ \\t]*+"_s);
    return {
        // All that a line has, or a quote.
        {u":",
         anyCase(u"(?|(?<![^\\r\\n])[-+]?%1(?:[>|][-+0-9]{0,2}[ \\t]*\\r?\\n[ \\t]+)?+"
                 "(?![>|][-+0-9]{0,2}[ \\t]*(?:[\\r\\n]|\\z))([^\\r\\n]*[^\\s])"
                 "|(?<=\")%1([^\\r\\n\"]+)|(?<=')%1([^\\r\\n']+))"_s.arg(Header)),
         isName},
        {u":", anyCase(nameForm(u"$"_s) + End + Markup + noValue + value), isToldInWords},
        {u":", anyCase(OfTwo + End + Markup + noValue + value), isToldInWords},
        // A label, and a word in a code span.
        {u"`",
         anyCase(u"\\*\\*((?:(?:%1)[ \\t]+)?[A-Za-z][-\\w]*)(?::\\*\\*|\\*\\*:)[ \\t]*`"_s.arg(Sort) + noValue +
                 u"([^`\\s()]+)(?=`)"_s),
         isAssigned},
        {u":",
         QRegularExpression(u"\\bname:[ \\t]*[\"']?([-\\w.]+)[\"']?[ \\t]*\\r?\\n[ \\t]*value:[ \\t]*"_s + noValue +
                            value),
         isName},
        {u":", QRegularExpression(u"\"([-\\w]+)\"\\s*(?::|=>)\\s*\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\""_s), isMember},
        // "{\"token\":\"…\"}" in a text that is quoted itself.
        {u":", QRegularExpression(u"\\\\\"([-\\w]+)\\\\\"\\s*:\\s*\\\\\"([^\"\\\\]++)\\\\\""_s), isMember},
        {u":=", QRegularExpression(u"['\"]([-\\w]+)['\"]\\s*(?::|=>)\\s*'([^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+)'"_s),
         isMember},
        {u":", QRegularExpression(u"['\"]([-\\w]+)['\"]\\s*(?::|=>)\\s*(-?[0-9][-+.0-9eE]*)"_s), isPassword},
    };
}

/// As XML has it: an element, members of one (`<add key="ApiKey" value="…"/>`), and elements behind one another.
QList<Form> taggingForms()
{
    return {
        {u"<",
         QRegularExpression(u"<(?:[\\w.-]+:)?([A-Za-z_][-\\w.]*)(?:\\s[^<>]*[^<>/])?>\\s*(?!\\$\\{|\\{\\{)"
                            "(<!\\[CDATA\\[(?:[^\\]]++|\\](?!\\]>))*+\\]\\]>|[^<>]*[^<>\\s])\\s*</"_s),
         isMember},
        {u"<",
         QRegularExpression(
             u"\\b(?:name|key)\\s*=\\s*[\"']([-\\w.:]+)[\"']\\s+(?:value|content)\\s*=\\s*[\"']([^\"'<>]+)"_s),
         isMember},
        {u"<", QRegularExpression(u"<key>\\s*([^<>]+?)\\s*</key>\\s*<string>([^<>]+)"_s), isMember},
    };
}

/// Of command lines.
QList<Form> optionForms(const QString &value, const QString &noValue)
{
    return {
        {u" \t", QRegularExpression(u"\\blogin\\s+\\S+\\s+(password)\\s+(\\S+)"_s), isPassword}, // of .netrc
        {u"-",
         QRegularExpression(u"(?<![-\\w])--([A-Za-z][-\\w]*)"
                            "(?:=|(?>[ \\t]+(?:\\\\\\r?\\n[ \\t]*)?)(?!--)"_s +
                            noValue + u")"_s + value),
         isName},
        {u"-", QRegularExpression(u"['\"]--?([A-Za-z][-\\w]*)['\"]\\s*,\\s*"_s + value), isName},
        // Word by word, and not beyond the next curl, so that each place is looked at once; \G goes on behind a first login.
        {u"-",
         QRegularExpression(
             u"(?:\\bcurl\\b|(?!^)\\G)\\S*+(?:(?:[ \\t]+|(?<=\\\\)\\r?\\n[ \\t]*)(?!\\S*\\bcurl\\b)\\S*+){0,200}?"
             "(?:[ \\t]+|(?<=\\\\)\\r?\\n[ \\t]*)(-[A-Za-z]{0,10}?[uU][ \\t]*|--(?:proxy-)?user[ \\t=]+)"
             "(?|\"[^\\s\":]{1,200}:(?!\\$)([^\"\\r\\n]+)|'[^\\s':]{1,200}:([^'\\r\\n]+)"
             "|[^\\s\"':<]{1,200}:(?![$<])([^\\s\"']+)|[\"']?([^\\s\"':<>$]{8,200})(?=:[\"']?(?:\\s|$)))"_s),
         isAny},
    };
}

QList<Form> allForms()
{
    static const QString Value(
        u"(\"[^\"\\r\\n]+\"|'[^'\\r\\n]+'|(?:[^\\s\"',;&\\\\`]++|`(?=[-\\w$/+=@#%^~])|\\\\ ?+)++)"_s);
    // What it is a type of, or that it is missing; how a sentence goes on; what begins a block, or a tag.
    static const QString NoValue(
        u"(?!(?:str|string|number|integer|boolean|null|none|true|false|required|optional|missing|invalid)\\b"
        "|(?:an?|the|your?|my|this|that|it|is|are|was|must|should|can|cannot|may|will|has|not?|too|to|of|or|and|for"
        "|with|from|in|on|if|as|by|please|inherit|options?|flags?|parameters?|arguments?|values?|expected|wrong|"
        "incorrect)"
        "[.,;:!?)]*(?:\\s|$)|=?>|<[^<>\\r\\n]*>|\\$\\{|[>|][-+]?[ \\t]*(?:[\\r\\n]|$)|[{\\[(])"_s);
    return assigningForms(Value, NoValue) + tellingForms(Value, NoValue) + taggingForms() + optionForms(Value, NoValue);
}

} // namespace

QString maskedProse(const QString &text)
{
    static const QList<Form> Forms = allForms();
    QString masked = maskedText(text);
    for (const Form &form : Forms) {
        const bool mayBe = std::any_of(form.needs.begin(), form.needs.end(),
                                       [&masked](QChar needed) { return masked.contains(needed); });
        if (mayBe)
            maskNamed(masked, form.form, form.isSecret);
    }
    return masked;
}

} // namespace Pullcord::Secrets
