// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/secrets/secretforms.h"

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {

void mask(QString &text, const QList<Span> &spans)
{
    if (spans.isEmpty())
        return;
    qsizetype room = 0; // characters freed by the masks so far
    bool fits = true;
    for (const Span &span : spans) {
        room += span.until - span.from - Mask.size();
        fits = fits && room >= 0;
    }
    QString longer(fits ? 0 : text.size() - room, Qt::Uninitialized);
    const QChar *from = fits ? text.data() : text.constData(); // constData() avoids a second detach
    QChar *to = fits ? text.data() : longer.data();
    const QChar *begin = to;
    qsizetype done = 0;
    for (const Span &span : spans) {
        to = std::copy(from + done, from + span.from, to);
        to = std::fill_n(to, Mask.size(), u'*');
        done = span.until;
    }
    to = std::copy(from + done, from + text.size(), to);
    if (!fits)
        text = longer;
    text.truncate(to - begin);
}

QString quotedForm()
{
    // A text in quotes. A quote followed by a letter does not close it. Only a few of those are allowed, so that each
    // place is examined only a few times.
    static const QString Double(
        uR"re("(?!"(?!"))(?:[^"\\\r\n]++|\\[^\r\n]|"")*+(?:"(?=\w)(?:[^"\\\r\n]++|\\[^\r\n])*+){0,3}+")re"_s);
    static const QString Single(
        uR"re('(?!'(?!'))(?:[^'\\\r\n]++|\\[^\r\n]|'\\?''?)*+(?:'(?=\w)(?:[^'\\\r\n]++|\\[^\r\n])*+){0,3}+')re"_s);
    // A text in quotes over several lines. The closing quote ends a line, or a word followed by another; the text may
    // start directly after the opening quote or below it.
    static const QString Lines(
        uR"re("(?=[^\s"]|[ \t]*+\r?\n)%1*+(?:\r?\n%1*+){1,20}+"%2|'(?=[^\s']|[ \t]*+\r?\n)%3*+(?:\r?\n%3*+){1,20}+'%2)re"_s
            .arg(uR"re((?:[^"\\\r\n]++|\\[^\r\n]))re"_s,
                 uR"re((?=[ \t]*+[;,)}\]]*+[ \t]*+(?:[\r\n]|\z)|(?<=[^\s=:(\[{,+].)[ \t]++[\w./$-]))re"_s,
                 uR"re((?:[^'\\\r\n]++|\\[^\r\n]))re"_s));
    static const QString Triple(
        uR"re("""(?:[^"\\]++|\\[\s\S]|"(?!""))*+"""|'''(?:[^'\\]++|\\[\s\S]|'(?!''))*+''')re"_s);
    // A text that ends in a backslash, or has something appended.
    static const QString Other(
        uR"re("[^"\r\n]++"(?:\w[^\s"',;]*+)?|'[^'\r\n]++'(?:\w[^\s"',;]*+)?|"(?=\w)[^"\r\n]++(?=[\r\n]|\z)|'(?=\w)[^'\r\n]++(?=[\r\n]|\z)|`[^`\r\n]++`)re"_s);
    return Triple + u'|' + Double + u'|' + Single + u'|' + Lines + u'|' + Other;
}

QString textForm()
{
    return uR"re("(?:[^"\\\r\n]++|\\[^\r\n])*+"|'(?:[^'\\\r\n]++|\\[^\r\n])*+')re"_s;
}

QString joinedForm(Joint joint)
{
    static const QString Signs(
        uR"re((?:[ \t]*+\r?\n(?=[ \t]))?+[ \t]*+(?:[+&]|(?<=[ \t])\.(?=[ \t]|\r?\n)|\.(?=["']))[ \t]*+(?:\r?\n[ \t]*+)?+)re"_s);
    const QString joints = joint == Joint::Sign ? Signs : u"(?:%1|[ \\t]++(?:\\\\\\r?\\n[ \\t]*+)?+)"_s.arg(Signs);
    return u"%1(?:%2)"_s.arg(joints, textForm());
}

/// Regular expression for a function call with a text among its arguments.
static QString callForm()
{
    static const QString Part(uR"re((?:[^()"'\r\n]{1,200}+|%1))re"_s.arg(textForm()));
    return uR"re([A-Za-z_$][\w.:$]{0,80}+\((?=[^"'\r\n]{0,100}+["'])(?:%1|\(%1{0,20}+\)){1,20}+\))re"_s.arg(Part);
}

QString listForm()
{
    static const QString Texts(uR"re(\s*+(?:%1)(?:\s*+,\s*+(?:%1))*+\s*+,?\s*+)re"_s.arg(textForm()));
    return uR"re((?![\[(](?:[\s,"']++|\*{3})*+[\])])(?:\[%1\]|\(%1\)))re"_s.arg(Texts);
}

QString valueForm(const QString &separators, Joint joint)
{
    static const QString Next(
        uR"re((?:[A-Za-z_$][-\w.$]{0,60}+|(?-i:[A-Z]\w{0,30}+(?: [A-Z]\w{0,30}+){1,2}+))[%1])re"_s);
    static const QString Within(uR"re("(?=[\w$#@!%^*])(?:[^"\\\r\n]++|\\[^\r\n])*+")re"
                                uR"re(|'(?=[\w$#@!%^*])(?:[^'\\\r\n]++|\\[^\r\n])*+')re"_s);
    static const QString Bare(
        uR"re((?:[^\s"',;&\\`，。；、）]++|[,;]++(?![\s"'`&]|\z|%1)|&&?+(?![\s"'`&,;]|\z|(?:amp;)?%1))re"
        uR"re(|%2|["'](?=\w)|`(?=[-\w$/+=@#%^~])|\\(?!\r?\n) ?+)++)re"_s);
    return uR"re(((?:%1)(?:%5)*+(?:(?![)\]}/>])%3)?+|%2|%4|(?!["'])%3))re"_s.arg(
        quotedForm(), listForm(), Bare.arg(Next.arg(separators), Within), callForm(), joinedForm(joint));
}

const QString &noValue()
{
    static const QString Form(
        u"(?!(?i:(?:str|string|number|integer|boolean|null|none|true|false|required|optional|missing|invalid|"
        "varchar)\\b|(?:an?|the|your?|my|this|that|it|is|are|was|must|should|can|cannot|may|will|has|not?|too|to|of|or|"
        "and|for|field"
        "|with|from|in|on|if|as|by|please|inherit|options?|flags?|parameters?|arguments?|values?|expected|wrong|"
        "incorrect|try|again|retry|check|enter|see|description)"
        "[.,;:!?)]*(?:\\s|$)"
        "|(?:[a-z']{1,20} ){1,3}(?:passwords?|keys?|tokens?|secrets?|credentials?)\\b(?![ \\t]*[:=]))"
        "|(?-i:function\\b|async[ (]|await |typeof |require\\(|new [A-Z]\\w*\\()"
        "|=?>|<[^<>\\r\\n]*>|\\$[{(]|[&*]?\\w[\\w<>:.]{0,40}+[ \\t]+=[ \\t]|\\?(?:[\\s,;)]|$)|#[ \\t]"
        "|(?:!\\S{0,40}[ \\t]+)?[>|][-+]?[ \\t]*(?:#[^\\r\\n]*)?(?:[\\r\\n]|$)|\\{|[\\[(](?!\\s*+[\"']))"_s);
    return Form;
}

} // namespace Pullcord::Secrets
