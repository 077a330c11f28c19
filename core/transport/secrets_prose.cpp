// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secretforms.h"
#include "core/transport/secretjudges.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

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
         isToldSecret},
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
         isToldSecret},
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
         isToldSecret},
        {u"=",
         anyCase(nameForm({}) +
                 u"(?:['\"]\\][ \\t]*=[ \\t]*|[ \\t]*:=[ \\t]*|[ \\t]+=>?[ \\t]*|=>?[ \\t]+|%1)(?!=)"_s.arg(Typed) +
                 noValue() + Value),
         isToldSecret},
        {u"=", QRegularExpression(u"[\"']([A-Za-z_][-\\w.]*+)[\"'][ \\t]++=(?![=>])[ \\t]*+(?=[\"'])"_s + Value),
         isToldSecret},
        {u"#",
         lines(u"^[ \\t]*+#[ \\t]*+define[ \\t]++(\\w++)[ \\t]++((?:%1)(?:%2)*+)"_s.arg(textForm(),
                                                                                        joinedForm(Joint::Blank))),
         isToldSecret},
        // An argument of a call that sets a value: `headers.set('Authorization', '…')`.
        {u"(",
         anyCase(
             u"\\b(?:set|add|append|put|insert|with|default)\\w{0,30}+\\(\\s*+[\"']([A-Za-z][-\\w]*+)[\"']\\s*+,\\s*+((?:%1|`[^`\\r\\n]++`)(?:%2)*+)"_s
                 .arg(textForm(), joinedForm(Joint::Sign))),
         [](QStringView name, QStringView value) {
             const bool isHeader = name.contains(u'-') || name.compare("authorization"_L1, Qt::CaseInsensitive) == 0 ||
                                   name.compare("cookie"_L1, Qt::CaseInsensitive) == 0;
             return isHeader ? isSecretName(name) : isToldSecret(name, value);
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
        {u":：", anyCase(nameForm(u"$"_s, NoChoice) + End + Markup + noValue() + Told), isToldInWords},
        {u":：", anyCase(OfTwo + End + Markup + noValue() + Told), isToldInWords},
        {u":",
         anyCase(uR"re((?|(?<!\\)"%1((?:[^"\\\r\n=:]++|\\[^\r\n])++)(?=")|'%1([^'\\\r\n=:]++)(?=')))re"_s.arg(
             stepForm() + u":[ \\t]++"_s + noValue())),
         isToldInWords},
        {u"$", QRegularExpression(u"\\$([A-Za-z_]\\w*+)[ \\t]*+:[ \\t]*+(?![A-Z]\\w*+!)"_s + noValue() + Value),
         isToldSecret},
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
         [](QStringView name, QStringView value) { return name.startsWith(u'p') || isToldSecret(name, value); }},
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
    static const QRegularExpression Words =
        anyCase(u"key|kty|token|secret|pass|pwd|pw|auth|credential|bearer|cookie|pat|jwt|sig|session|dsn|otp|pin|"
                "connection|identified|curl"_s);
    return Words.match(text).hasMatch();
}

} // namespace

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

} // namespace Pullcord::Secrets
