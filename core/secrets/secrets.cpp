// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secrets.h"

#include "core/secrets/secretforms.h"
#include "core/secrets/secretjudges.h"
#include "core/secrets/secretnames.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <optional>

namespace Pullcord::Secrets {

using namespace Qt::StringLiterals;

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

/// True if everything in the block below the name is secret, each value under a name of its own: `credentials`,
/// `passwords`, `api_keys`.
bool isOfAll(QStringView name)
{
    return name.endsWith(u's', Qt::CaseInsensitive) && name.compare("secrets"_L1, Qt::CaseInsensitive) != 0 &&
           (namesSecrets(name) || isPasswordMember(name));
}

/// End of the block of lines after `from` that are indented deeper than `indent`.
qsizetype endOfBlock(QStringView text, qsizetype from, QStringView indent)
{
    while (from < text.size()) {
        const QStringView line = text.sliced(from);
        const bool isDeeper = line.size() > indent.size() && line.startsWith(indent) &&
                              (line.at(indent.size()) == u' ' || line.at(indent.size()) == u'\t');
        if (!isDeeper)
            break;
        const qsizetype end = text.indexOf(u'\n', from);
        from = end < 0 ? text.size() : end + 1;
    }
    return from;
}

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

/// One syntax for a name with its value.
struct Form
{
    QStringView needs; ///< characters of which a matching text has at least one
    QRegularExpression form;
    bool (*isSecret)(QStringView name, QStringView value);
    QLatin1StringView holds = {}; ///< a text that a matching text contains
};

QRegularExpression anyCase(const QString &form)
{
    return QRegularExpression(form, QRegularExpression::CaseInsensitiveOption);
}

QRegularExpression lines(const QString &form)
{
    return QRegularExpression(form, QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
}

/// Name at a known position. In a dotted name the last step counts, except for `api.key`.
const QString &stepForm()
{
    static const QString Form(uR"re((?:(?!(?i:api|access|private|secret|signing)\.(?i:key)\b)[A-Za-z_][-\w]*+\.)*+)re"
                              uR"re(((?:[A-Za-z]++\.(?=(?i:key)\b))?+[A-Za-z_][-\w]*+))re"_s);
    return Form;
}

/// Name at any position. One dash before it belongs to a list, a diff or an option.
QString nameForm(const QString &before, const QString &condition = {})
{
    return u"(?:(?<![-\\w%1])|(?<=^-|[\\s\"']-))%2"
           "((?:(?i:api|access|private|secret|signing)\\.(?=(?i:key)\\b))?[A-Za-z_][-\\w]*)"_s.arg(before, condition);
}

/// Forms over several lines: text indented below a name, a list below it, and everything after a name at the beginning
/// of a line.
QList<Form> lineForms()
{
    static const QString Name(u"[\"']?"_s + stepForm() + u"[\"']?"_s);
    static const QString Below(u"^(?=[ \\t]*+%1%2[ \\t]*+:[ \\t]*+%3(?:#[^\\r\\n]*+)?\\r?\\n)"
                               "([ \\t]*+)(-[ \\t])?+[^\\r\\n]*+\\r?\\n(?:[ \\t]*+\\r?\\n)*+%4"_s);
    static const QString Dash(u"(?:-[ \\t]++)?"_s);
    static const QString Item(u"-[ \\t]++(?![^\\r\\n:]*+:[ \\t])[^\\r\\n]*+"_s);
    return {
        // SQL. Values may stand inside other values.
        {u"'\"",
         QRegularExpression(u"\\b((?i:IDENTIFIED(?:\\s+WITH\\s+\\S+)?\\s+(?:BY|AS)(?:\\s+PASSWORD)?)\\s+"
                            "|(?i:PASSWORD)\\s*\\(\\s*|PASSWORD\\s+|(?i:password)\\s+(?='[^'\\s]+'))"
                            "(?!['\"][ \\t]*[,+)])(%1)"_s.arg(quotedForm())),
         isAny},
        {u"\n",
         lines(Below.arg(Dash, Name, u"(?:!\\S{0,40}[ \\t]++)?[|>][-+0-9]{0,2}[ \\t]*+"_s,
                         u"\\2(?(3)[ \\t]{3,}+|[ \\t]++)([^\\s][^\\r\\n]*+(?:(?:\\r?\\n[ \\t]*+(?=[\\r\\n]))*+"
                         "\\r?\\n\\2(?(3)[ \\t]{3,}+|[ \\t]++)[^\\s][^\\r\\n]*+)*+)"_s)),
         isAmbiguousSecret},
        {u"\n", lines(Below.arg(QString(), Name, QString(), u"\\2[ \\t]*+(%1(?:\\r?\\n\\2[ \\t]*+%1)*+)"_s.arg(Item))),
         isList},
        {u"[",
         lines(uR"re(^[ \t]*+(?:-[ \t]++)?["']?)re"_s + stepForm() +
               uR"re(["']?[ \t]*+:[ \t]*+(\[(?!\s*+\]|\*{3}\])[^\[\]{}\r\n]++\])[ \t]*+$)re"_s),
         isList},
        {u"\n",
         lines(Below.arg(Dash, Name, QString(),
                         u"\\2[ \\t]++(?![-?|>&!#])"_s + noValue() +
                             u"(%1|[^\\s:=(){}\\[\\]\"'][^\\s]*+)[ \\t]*+(?=[\\r\\n]|\\z)"_s.arg(quotedForm()))),
         isAmbiguousSecret},
        {u"=",
         lines(uR"re(^[ \t]*+-[ \t]++([A-Za-z_]\w*+)=(?!["'`]|<[^<>\r\n]*>|\$[{(])([^\r\n"'`]*[^\s"'`])[ \t]*+$)re"_s),
         isAssigned},
        {u"=", lines(u"^[-+]?"_s + stepForm() + uR"re(=(?!["'`]|<[^<>\r\n]*>|\$[{(]|\*{3})([^\r\n]*[^\s]))re"_s),
         isAssignedLine},
        // Not a declaration.
        {u"=",
         lines(
             uR"re(^[ \t]*+(?:-[ \t]++)?["']?)re"_s + stepForm() +
             uR"re(["']?[ \t]*+:[ \t]++(?!(?:str|bytes|char|any|opt|secret)|\w++[ \t]++=[ \t]++(?:["'\[{(]|new |\w++\()))re"
             uR"re((\w++[ \t]++=[ \t]++[^\r\n]*[^\s;,{]))re"_s +
             u"[ \\t]*+$"_s),
         [](QStringView name, QStringView) { return namesOneSecret(name) && endsWithSecretName(name); }},
        {u"-",
         lines(
             uR"re(^[ \t]*+-[ \t]++["']?--?([A-Za-z][-\w]*+)["']?[ \t]*+\r?\n[ \t]*+-[ \t]++(?!["']?-)([^\r\n]*[^\s]))re"_s),
         isName},
        {u":=：",
         lines(uR"re(^[ \t]*+(?:[-*+][ \t]+)?[*_`"']{0,3}+)re"_s + stepForm() +
               uR"re([*_`"']{0,3}+(?:[ \t]*+(?::[*_]{0,2}+[ \t]++|：[ \t]*+)|[ \t]++=[ \t]++))re"_s + noValue() +
               uR"re((?!["'`<[]|\*{3}|\([ \t]*+(?:["'][^()\r\n]*+)?[\r\n])([^\r\n，。；]*[^\s,;，。；]))re"_s),
         [](QStringView name, QStringView) { return namesOneSecret(name) && endsWithSecretName(name); }},
    };
}

/// Forms with `=`, or with its equivalents.
QList<Form> assigningForms()
{
    static const QString Value = valueForm(u"="_s);
    static const QString Typed(u"[ \\t]*+:(?:[ \\t]++|(?=str))[&*]?(?:'\\w++ )?\\w[\\w<>:.,?\\[\\]]{0,60}+"
                               "(?:[ \\t]*+\\|[ \\t]*+\\w{1,30}+)?[ \\t]*+=[ \\t]*+"_s);
    static const QString Name = stepForm() + u'=';
    return {
        // Up to the quote or the semicolon that encloses the assignment.
        {u"=",
         QRegularExpression(uR"re((?|(?<!\\)"%1((?:[^"\\\r\n=]++|\\[^\r\n])++)(?=")|'%1([^'\\\r\n=]++)(?=')|)re"
                            uR"re(`%1([^`\r\n=]++)(?=`)))re"_s.arg(Name)),
         isAssigned},
        {u";", QRegularExpression(uR"re(; ?%1((?:[^\s;&"'\\]++|[ \t]++(?!\w++=))++)(?=[;"']))re"_s.arg(Name)),
         isAssigned},
        {u"=",
         QRegularExpression(
             u"(?:(?<![^\\s\"';,])|(?<=^[-+]|[\\s\"';,][-+]))([A-Z][A-Z0-9_]*)=(?!<[^<>\\r\\n]*>|\\$[{(])"_s + Value),
         isName},
        {u"=", QRegularExpression(nameForm({}) + u"=(?![=>]|<[^<>\\r\\n]*>|\\$[{(])"_s + Value), isAssigned},
        // On the next line, or in brackets that begin there.
        {u"\n",
         QRegularExpression(
             nameForm({}) +
             uR"re([ \t]*+:?=[ \t]*+(?|\\?\r?\n[ \t]*+((?:%1)(?:%2)*+)|\\\r?\n[ \t]*+([^\s"'\\;&|]++)|\(\s*+((?:%1)(?:\s*+[+.&]?\s*+(?:%1))*+)\s*+\)))re"_s
                 .arg(textForm(), joinedForm(Joint::Blank))),
         isAmbiguousSecret},
        {u"=",
         anyCase(nameForm({}) +
                 u"(?:['\"]\\][ \\t]*=[ \\t]*|[ \\t]*:=[ \\t]*|[ \\t]+=>?[ \\t]*|=>?[ \\t]+|%1)(?!=)"_s.arg(Typed) +
                 noValue() + Value),
         isAmbiguousSecret},
        {u"=", QRegularExpression(u"[\"']([A-Za-z_][-\\w.]*+)[\"'][ \\t]++=(?![=>])[ \\t]*+(?=[\"'])"_s + Value),
         isAmbiguousSecret},
        {u"#",
         lines(u"^[ \\t]*+#[ \\t]*+define[ \\t]++(\\w++)[ \\t]++((?:%1)(?:%2)*+)"_s.arg(textForm(),
                                                                                        joinedForm(Joint::Blank))),
         isAmbiguousSecret},
        // An argument of a call that sets a value: `headers.set('Authorization', '…')`.
        {u"(",
         anyCase(
             u"\\b(?:set|add|append|put|insert|with|default)\\w{0,30}+\\(\\s*+[\"']([A-Za-z][-\\w]*+)[\"']\\s*+,\\s*+((?:%1|`[^`\\r\\n]++`)(?:%2)*+)"_s
                 .arg(textForm(), joinedForm(Joint::Sign))),
         [](QStringView name, QStringView value) {
             const bool isHeader = name.contains(u'-') || name.compare("authorization"_L1, Qt::CaseInsensitive) == 0 ||
                                   name.compare("cookie"_L1, Qt::CaseInsensitive) == 0;
             return isHeader ? isSecretName(name) : isAmbiguousSecret(name, value);
         }},
        {u"=", QRegularExpression(u"\\bexport[ \\t]+([A-Za-z_]\\w*)[ \\t]+=[ \\t]*"_s + Value), isName, "export"_L1},
        {u"[", QRegularExpression(u"[\"']([A-Za-z_][-\\w]*+)[\"']\\s*+(?::|=>)\\s*+(%1)"_s.arg(listForm())), isList},
        // Dockerfiles and shells.
        {u" \t",
         QRegularExpression(
             u"^[ \\t]*(?:Step \\d+/\\d+ : |#\\d+ \\[[^\\]\\r\\n]*\\] )?(?:ENV|ARG|setenv|setx|set[ \\t]+-\\w*x\\w*)"
             "[ \\t]+([A-Za-z_]\\w*)[ \\t]+(?!=)"_s +
                 noValue() + u"([^\\r\\n]*[^\\s])"_s,
             QRegularExpression::MultilineOption),
         isName},
    };
}

/// Forms with a colon.
QList<Form> tellingForms()
{
    static const QString Value = valueForm(u":="_s);
    static const QString Told = u"(?|(?<=`)([^`\\r\\n]++)(?=`)|%1)"_s.arg(Value);
    static const QString Markup(
        u"(?:[ \\t]|\\*{1,2}(?!\\*)|__?(?=[ \\t`])|`|</?\\w+>|[>|][-+]?[ \\t]*\\r?\\n[ \\t]+)*+"_s);
    static const QString Sort(u"api|access|auth|bearer|client|private|refresh|secret|security|session|signing"_s);
    static const QString OfTwo(u"(?<![-\\w$])((?:%1)[ \\t]+[A-Za-z]+)"_s.arg(Sort));
    static const QString End(u"(?:`|\\*{1,2})?[ \\t]*+[:：](?!=)"_s);
    static const QString Goes(uR"re((?:"(?=\w)[^"\\\r\n]*+){0,3}+)re"_s); // continues after a quote that ends nothing
    static const QString Header(u"([A-Za-z]\\w*(?:-\\w+)+|Authorization|Cookie)[ \\t]*+:[ \\t]*+"_s);
    static const QString NoChoice(u"(?!(?<=\\?|\\? )[\\w.]++[ \\t]+:)"_s); // excludes `is ? this : that`
    return {
        // The whole rest of the line or quote; several values anywhere.
        {u":",
         lines(
             u"^(?:[-+]|[<>*][ \\t])?"_s + Header +
             u"(?:[>|][-+0-9]{0,2}[ \\t]*\\r?\\n[ \\t]+)?+(?![>|][-+0-9]{0,2}[ \\t]*(?:[\\r\\n]|\\z))([^\\r\\n]*[^\\s])"_s),
         isName},
        {u":",
         anyCase(
             uR"re((?|\\"%1((?:[^"\\\r\n]++|\\{2,}+"?|\\(?!"))++)|"%1((?:[^"\\\r\n]++|\\[^\r\n])++)|'%1((?:[^\r\n']++|'\\'')++)))re"_s
                 .arg(Header)),
         isName},
        {u":",
         anyCase(u"\\b(Authorization):[ \\t]*((?:Digest|OAuth|Hawk|Signature|AWS4-[-\\w]+)[ \\t][^\\r\\n]*[^\\s])"_s),
         isName},
        {u":：", anyCase(nameForm(u"$"_s, NoChoice) + End + Markup + noValue() + Told), isSecretAfterColon},
        {u":：", anyCase(OfTwo + End + Markup + noValue() + Told), isSecretAfterColon},
        {u":",
         anyCase(uR"re((?|(?<!\\)"%1((?:[^"\\\r\n=:]++|\\[^\r\n])++)(?=")|'%1([^'\\\r\n=:]++)(?=')))re"_s.arg(
             stepForm() + u":[ \\t]++"_s + noValue())),
         isSecretAfterColon},
        {u"$", QRegularExpression(u"\\$([A-Za-z_]\\w*+)[ \\t]*+:[ \\t]*+(?![A-Z]\\w*+!)"_s + noValue() + Value),
         isAmbiguousSecret},
        // A label followed by a code span; a row of a table.
        {u"`",
         anyCase(u"\\*\\*((?:(?:%1)[ \\t]+)?[A-Za-z][-\\w]*)(?::\\*\\*|\\*\\*:)[ \\t]*`"_s.arg(Sort) + noValue() +
                 u"([^`\\s()]+)(?=`)"_s),
         isAssigned},
        {u"|",
         anyCase(
             u"\\|[ \\t]*+[*_`]{0,3}+([A-Za-z][-\\w]*+(?: [A-Za-z]++)?)[*_`]{0,3}+[ \\t]*+\\|[ \\t]*+[*_`]{0,3}+"_s +
             noValue() + u"((?:[^\\s|`*\\\\]++|\\*++(?![\\s|`])|\\\\\\S)++)(?=[`*_]{0,3}+[ \\t]*+(?:\\||$))"_s),
         isCell},
        {u":",
         QRegularExpression(uR"re(\bname:[ \t]*["']?([-\w.]+)["']?[ \t]*\r?\n[ \t]*value:[ \t]*+)re"_s + noValue() +
                            uR"re((%1|(?!["'])[^\r\n]*[^\s]))re"_s.arg(quotedForm())),
         isName},
        {u":=",
         QRegularExpression(
             uR"re(["']([-\w]+)["']\s*+(?::|=>)\s*+((?:%1)(?:%2)++))re"_s.arg(textForm(), joinedForm(Joint::Blank))),
         isMember},
        {u":=",
         QRegularExpression(
             uR"re(["']([-\w]+)["']\s*(?::|=>)\s*"(?|([^"\\]*+(?:\\.[^"\\]*+)*+%1)"|((?:[^"\\\r\n]++|\\.)++\\?)\z))re"_s
                 .arg(Goes)),
         isMember},
        // "{\"token\":\"…\"}" inside a quoted text, with any depth of escapes. A value ends at a quote with as many
        // backslashes as it began with; at most 32.
        {u"\\",
         QRegularExpression(u"(?=\\\\{1,32}+\"([-\\w]++))(\\\\{1,32}+)\"[-\\w]++\\2\"\\s*+:\\s*+\\2\""
                            "((?:[^\"\\\\\\r\\n]++|(?!\\2\")\\\\++\"?)++)"_s),
         isMember},
        {u":=",
         QRegularExpression(
             uR"re(['"]([-\w]+)['"]\s*(?::|=>)\s*'(?|([^'\\]*+(?:\\.[^'\\]*+)*+%1)'|((?:[^'\\\r\n]++|\\.)++\\?)\z))re"_s
                 .arg(QString(Goes).replace(u'"', u'\''))),
         isMember},
        // The private parts of a JSON Web Key.
        {u":", QRegularExpression(u"(?<=[\"'])(d|p|q|dp|dq|qi|k)((?:\\\\{1,32}+)?[\"'])\\s*+:\\s*+\\2([-\\w]{16,}+)"_s),
         isAny, "kty"_L1},
        {u":", QRegularExpression(u"['\"]([-\\w]+)['\"]\\s*(?::|=>)\\s*(-?[0-9][-+.0-9eE]*)"_s), isPassword},
    };
}

/// XML forms: an element, attributes of one element (`<add key="ApiKey" value="…"/>`), and sibling elements.
QList<Form> taggingForms()
{
    return {
        {u"<",
         QRegularExpression(u"<(?:[\\w.-]+:)?([A-Za-z_][-\\w.]*)(?:\\s[^<>]*[^<>/])?>\\s*(?!\\$\\{|\\{\\{)"
                            "(<!\\[CDATA\\[(?:[^\\]]++|\\](?!\\]>))*+\\]\\]>|[^<>]*[^<>\\s])\\s*</"_s),
         isMember},
        {u"<",
         QRegularExpression(
             u"<[\\w:.-]+\\s[^<>]{0,200}?\\b(?:name|key)\\s*=\\s*[\"']([-\\w.:]+)[\"'][^<>]{0,200}+(?<!/)>"
             "\\s*+(?!\\$\\{|\\{\\{)([^<>]*[^<>\\s])\\s*</"_s),
         isMember},
        {u"<",
         QRegularExpression(u"\\b(?:name|key)\\s*=\\s*[\"']([-\\w.:]+)[\"']\\s+(?:value|content)\\s*=\\s*"
                            "(?|\"([^\"\\r\\n]+)|'([^'\\r\\n]+))"_s),
         isMember},
        {u"<", QRegularExpression(u"<(?:key|name)>\\s*([^<>]+?)\\s*</\\w+>\\s*<(?:string|value)>([^<>]+)"_s), isMember},
    };
}

/// Forms of command lines.
QList<Form> optionForms()
{
    static const QString Value = valueForm(u"="_s, Joint::Sign);
    static const QString Of(u"(?:=|(?>[ \\t]+(?:\\\\\\r?\\n[ \\t]*)?)(?!--|[<>|&;])%1)"_s.arg(noValue()) + Value);
    return {
        {u" \t", QRegularExpression(u"\\blogin\\s+\\S+\\s+(password)\\s+(\\S+)"_s), isPassword,
         "login"_L1}, // an entry of .netrc
        {u"-", QRegularExpression(u"(?<![-\\w])--([A-Za-z][-\\w]*)"_s + Of), isName},
        {u"<", QRegularExpression(u"(?<![-\\w])--(?:with-)?([A-Za-z]\\w*+)(?:-stdin)?[ \\t]+<<<[ \\t]*+"_s + Value),
         isName},
        {u"-",
         QRegularExpression(u"(?<![-\\w])-((?:(?:access|api|auth|db|client|key|store)[-_]?)?"
                            "(?:password|passwd|passphrase|pass|pwd?|secret|token|key))"_s +
                            Of),
         [](QStringView name, QStringView value) { return name.startsWith(u'p') || isAmbiguousSecret(name, value); }},
        {u"-", QRegularExpression(u"\\bsshpass[ \\t]+(-p)[ \\t]*+"_s + Value), isAny, "sshpass"_L1},
        {u"-", QRegularExpression(u"['\"]--?([A-Za-z][-\\w]*)['\"]\\s*,\\s*"_s + Value), isName},
        // Word by word up to the next curl, so that each position is examined once. \G continues after a first login.
        {u"-",
         QRegularExpression(
             u"(?:\\bcurl\\b|(?!^)\\G)\\S*+(?:(?:[ \\t]+|(?<=\\\\)\\r?\\n[ \\t]*)(?!\\S*\\bcurl\\b)\\S*+){0,200}?"
             "(?:[ \\t]+|(?<=\\\\)\\r?\\n[ \\t]*)(-[A-Za-z]{0,10}?[uU][ \\t]*|--(?:proxy-)?user[ \\t=]+)"
             "(?|\"[^\\s\":]{1,200}:(?!\\$)((?:[^\"\\\\\\r\\n]++|\\\\[^\\r\\n]|\"(?=\\w))+)|'[^\\s':]{1,200}:((?:[^'"
             "\\r\\n]++|'\\\\''|'(?=\\w))+)"
             "|[^\\s\"':<]{1,200}:(?![$<])((?:[^\\s\"']++|(?=[\"'][^\\s\"',:;}\\])])(?:%1)|[\"'](?=\\w))+)"
             "|[\"']?([^\\s\"':<>$]{8,200})(?=:[\"']?(?:\\s|$)))"_s.arg(textForm())),
         isAny, "curl"_L1},
    };
}

/// True if the text contains a word that any secret name needs. A quick test before the forms.
bool mayHaveNames(const QString &text)
{
    static const QRegularExpression Form =
        anyCase(u"key|kty|token|secret|pass|pwd|pw|auth|credential|bearer|cookie|pat|jwt|sig|session|dsn|otp|pin|"
                "connection|identified|curl"_s);
    return Form.match(text).hasMatch();
}

/// True if the value is more than a word of a sentence ("Bearer authentication").
bool isNoWord(QStringView value)
{
    static const QRegularExpression form(u"[0-9=]|^(?=.{12})[-\\w.~+/]*[a-z][A-Z]|^[a-zA-Z]{16}"_s);
    return form.match(value).hasMatch();
}

/// Tokens with the prefix of a known issuer. Package names and the like may start alike, so most forms need twelve
/// letters or digits in a row.
const QRegularExpression &knownToken()
{
    static const QRegularExpression form(
        u"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))(?:glpat-[-\\w]{8,}\\.[0-9a-z]{2}\\.[0-9a-z]{7,}"
        "|(?:gh[opsur]|github_pat|glpat|xox[abeoprs])[-_][-\\w]{8,}|xox[cd]-[-\\w%]{8,}"
        "|(?:[sr]k_(?:live|test))_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z+/]{8,}=*"
        "|ya29(?=\\.[-\\w.]{8})(?:\\.[-\\w]++)++|xapp-[0-9]-[-\\w]{8,}|1//"
        "0[-\\w]{20,}|SG\\.[-\\w]{8,}\\.[-\\w]+|AIza[-\\w]{20,}"
        "|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}"
        "|eyJ[-\\w]{8,}\\.(?:eyJ[-\\w]{4,}+(?:\\.[-\\w]*+)*+|[-\\w]*+(?:\\.[-\\w]++)++)"
        "|(?:npm|hf|gsk|ntn|sbp|dop_v1|doo_v1|dor_v1|shp(?:at|ca|pa|ss|ua)|rubygems|lin_(?:api|oauth)|gls[ac]|glc"
        "|sntry[su]|pscale_(?:tkn|pw|oauth))_(?=[-\\w]{0,99}[0-9]|[A-Za-z]{30})[A-Za-z0-9]{12,}[-\\w]*=*"
        "|(?:figd|dckr_[op]at)_[-\\w]{20,}"
        "|(?:sk|pypi|xai|pplx|tskey|PMAK|NRAK|GOCSPX|gl(?:dt|rt|cbt|ptt|ft|soat|imt|agent)|sq0(?:atp|csp)"
        "|AGE-SECRET-KEY)-(?=[-\\w]{0,99}[A-Za-z0-9]{12})[-\\w]{8,}|secret_[A-Za-z0-9]{32,}"
        "|hv[bsr]\\.[-\\w]{20,}|AT(?:ATT3|CTT3|BB)[-\\w]{20,}=*[-\\w]*|r8_[A-Za-z0-9]{30,}"
        "|[MNO][-\\w]{23,27}\\.[-\\w]{6}\\.[-\\w]{27,}"
        "|(?:dapi[0-9a-f]{32}(?:-[0-9])?|(?:SK|key-)[0-9a-f]{32}|[0-9a-f]{32}-us[0-9]{1,2})(?![0-9A-Za-z]))"
        // Telegram, also in its URLs.
        "|(?:\\b|(?<=\\bbot))[0-9]{6,10}:(?:AA[-\\w]{30,}|[-\\w]{35}(?![0-9A-Za-z]))"_s);
    return form;
}

/// Masks secrets in URLs. User names and passwords may contain `@`: the last one before the path ends them.
void maskUrls(QString &text)
{
    static const QRegularExpression Password(
        uR"re((\w://[^/\s:;?#"'<>]*:)(?!(?:\$?\{\w++\}|\$[A-Z_]++|<[^<>\s]++>|%[sdv]|\{\{[^{}\s]*+\}\})@)(?:[^/\s@;?&"'<>]++|[;?&](?!\w++=)|["'](?![,:;)}\]]))++(?:@[^/\s?#"'<>`@]++)*(?=@))re"_s);
    static const QRegularExpression User(
        u"(?<!\\bssh)(?<!\\bsftp)(?<!\\bgit)(://)[^/\\s:@;?#&\"'<>,]++(?:@[^/\\s?#\"'<>`:@]++)*"
        "(?=(?::(?:x-oauth-basic)?)?@)"_s); // a lone user name is usually a token
    static const QRegularExpression Webhook(
        u"((?:hooks\\.slack\\.com/(?:services|workflows|triggers)|discord(?:app)?\\.com/api/(?:v[0-9]{1,3}/)?webhooks|"
        "\\.webhook\\.office\\.com/webhookb2)/)[-\\w/@.]+"_s);
    if (!text.contains("://"_L1))
        return;
    text.replace(User, u"\\1***"_s);
    text.replace(Password, u"\\1***"_s);
    text.replace(Webhook, u"\\1***"_s);
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

bool isBeforeCommand(QStringView name, QStringView value)
{
    static const QRegularExpression Command(
        u"^\\S+[ \\t]+(?:\\.{0,2}/\\S|[^\\s=]+[ \\t]+(?:\\S+[ "
        u"\\t]+){0,20}--?[A-Za-z]|[-\\w.]+\\.(?:sh|py|js|mjs|ts|rb|exe)\\b"
        "|(?:npm|npx|node|yarn|pnpm|bunx?|deno|python[0-9.]*|pip[x3]?|uvx?|poetry|ruby|bundle|rails|rake|php|composer|"
        "java|mvn"
        "|gradle|dotnet|go|cargo|make|cmake|ninja|docker|podman|kubectl|helm|terraform|ansible\\S*|aws|gcloud|az|gh|"
        "git|curl|wget"
        "|ssh|scp|rsync|psql|pg_\\w+|mysql\\w*|mongosh?|redis-cli|env|sudo|exec|bash|sh|zsh|time|nohup|echo|printf|cat|"
        "flask"
        "|gunicorn|uvicorn|pytest|jest|tsc|tsx|ts-node|vite|next|claude|pullcord(?:-cli)?)(?:[ \\t]|$))"_s);
    return name == name.toString().toUpper() && Command.match(value).hasMatch();
}

void maskBlocks(QString &text)
{
    static const QRegularExpression Header(
        uR"re(^([ \t]*+)(?:-[ \t]++)?["']?([A-Za-z_][-\w.]*+)["']?[ \t]*+:[ \t]*+\r?\n)re"_s,
        QRegularExpression::MultilineOption);
    static const QRegularExpression Member(
        uR"re(^[ \t]*+["']?([A-Za-z_][-\w.]*+)["']?[ \t]*+:[ \t]++(?![|>{&*#\[]|!\S)((?:%1)(?=[ \t]*+(?:#|$))|[^\r\n]*[^\s]))re"_s
            .arg(textForm()),
        QRegularExpression::MultilineOption);
    static const QRegularExpression Schema(u"^[ \\t]*+[\"']?(?:type|kind)[\"']?[ \\t]*+:"_s,
                                           QRegularExpression::MultilineOption);
    if (!text.contains(u'\n'))
        return;
    QString masked;
    qsizetype done = 0;
    for (QRegularExpressionMatch match = Header.match(text); match.hasMatch();) {
        const qsizetype begin = match.capturedEnd();
        qsizetype end = begin;
        if (isOfAll(match.capturedView(2))) {
            end = endOfBlock(text, begin, match.capturedView(1));
            QString members = text.sliced(begin, end - begin);
            if (!Schema.match(members).hasMatch())
                maskNamed(members, Member, [](QStringView, QStringView) { return true; });
            masked += QStringView(text).sliced(done, begin - done);
            masked += members;
            done = end;
        }
        match = Header.match(text, end, QRegularExpression::NormalMatch,
                             QRegularExpression::DontCheckSubjectStringMatchOption);
    }
    if (done > 0)
        text = masked + text.sliced(done);
}

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

QString maskedProse(const QString &text)
{
    static const QList<Form> Forms = lineForms() + assigningForms() + tellingForms() + taggingForms() + optionForms();
    QString masked = maskedText(text);
    if (!mayHaveNames(masked))
        return masked;
    for (const Form &form : Forms) {
        const bool mayBe =
            masked.contains(form.holds) && std::any_of(form.needs.begin(), form.needs.end(),
                                                       [&masked](QChar needed) { return masked.contains(needed); });
        if (mayBe)
            maskNamed(masked, form.form, form.isSecret);
    }
    maskBlocks(masked);
    return masked;
}

QString maskedText(const QString &text)
{
    static const QRegularExpression UrlQuery(
        u"[?&#]([-\\w.]+)=((?:[^&\\s#\"'<>`\\\\)]++|\\)++(?![\\s\"'`<>.,;:!?\\]]|\\z)|'(?=\\w))++)"_s);
    static const QRegularExpression Scheme(u"\\b(Bearer|Basic)\\s+([-\\w.~+/=]{8,})"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    QString masked = text;
    maskPrivateKeys(masked);
    maskUrls(masked);
    masked.replace(knownToken(), QString(Mask));
    maskNamed(masked, Scheme, [](QStringView, QStringView value) { return isNoWord(value); });
    maskNamed(masked, UrlQuery, [](QStringView name, QStringView) { return isSecretName(name); });
    return masked;
}

} // namespace Pullcord::Secrets
