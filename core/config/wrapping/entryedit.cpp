// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/wrapping/entryedit.h"

#include "core/json/jsontext.h"

#include <QRegularExpression>

#include <algorithm>
#include <iterator>

namespace Pullcord {
using namespace Qt::StringLiterals;

using Format = ConfigText::Format;

EntryEdit::EntryEdit(QByteArrayView text)
    : m_text(text)
    , m_format(ConfigText::formatOf(text))
    , m_lineEnd(text.contains("\r\n") ? "\r\n" : "\n")
{
    if (m_format == Format::None)
        m_format = Format::Json;
}

/// A JSON string is a string in TOML and YAML, too. Words that need no quotes in YAML have none.
QByteArray EntryEdit::scalar(QByteArrayView text) const
{
    static const QRegularExpression plain(uR"(\A(?!(?:true|false|null|yes|no|on|off|y|n)\z)[A-Za-z/][\w./+-]*\z)"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    if (m_format == Format::Yaml && plain.match(QString::fromUtf8(text)).hasMatch())
        return text.toByteArray();
    return JsonText::quoted(text);
}

QByteArray EntryEdit::array(const QByteArrayList &texts) const
{
    QByteArrayList values;
    for (const QByteArray &text : texts)
        values << scalar(text);
    return '[' + values.join(", ") + ']';
}

QByteArray EntryEdit::key(QByteArrayView name) const
{
    static const QRegularExpression bare(u"\\A[A-Za-z_][\\w-]*\\z"_s);
    if (m_format == Format::Yaml)
        return scalar(name);
    const bool isBare = m_format == Format::Toml && bare.match(QString::fromUtf8(name)).hasMatch();
    return isBare ? name.toByteArray() : JsonText::quoted(name);
}

QByteArray EntryEdit::object(const QByteArrayList &namesAndTexts) const
{
    QByteArrayList members;
    for (qsizetype i = 0; i + 1 < namesAndTexts.size(); i += 2)
        members << key(namesAndTexts.at(i)) + (m_format == Format::Toml ? " = " : ": ") +
                       scalar(namesAndTexts.at(i + 1));
    return m_format == Format::Toml ? "{ " + members.join(", ") + " }" : '{' + members.join(", ") + '}';
}

void EntryEdit::replace(const ConfigNode &node, const QByteArray &value)
{
    const bool isEmpty = node.value.begin == node.value.end; // `args:` in YAML
    m_pieces.append(Piece{node.value, isEmpty ? ' ' + value : value});
}

void EntryEdit::rename(const ConfigNode &node, QByteArrayView name)
{
    m_pieces.append(Piece{node.key, key(name)});
}

qsizetype EntryEdit::beginOfLine(qsizetype at) const
{
    return at == 0 ? 0 : m_text.lastIndexOf('\n', at - 1) + 1;
}

bool EntryEdit::isFirstOnLine(qsizetype at) const
{
    return m_text.sliced(beginOfLine(at), at - beginOfLine(at)).trimmed().isEmpty();
}

QByteArray EntryEdit::indentationAt(qsizetype at) const
{
    const qsizetype begin = beginOfLine(at);
    QByteArray before = m_text.sliced(begin, at - begin).toByteArray();
    for (char &c : before) {
        if (c != '\t')
            c = ' ';
    }
    return before;
}

void EntryEdit::prepend(const ConfigNode &array, const QByteArrayList &texts)
{
    QByteArrayList values;
    for (const QByteArray &text : texts)
        values << scalar(text);
    if (array.children.isEmpty()) {
        m_pieces.append(Piece{array.value, '[' + values.join(", ") + ']'});
        return;
    }
    const qsizetype at = array.children.first().begin;
    const QByteArray onNextLine = m_lineEnd + indentationAt(at);
    QByteArray inserted;
    if (array.isBlock) {
        for (const QByteArray &value : values)
            inserted += "- " + value + onNextLine;
    } else {
        inserted = values.join(", ") + ',' + (isFirstOnLine(at) ? onNextLine : QByteArray(" "));
    }
    m_pieces.append(Piece{{at, at}, inserted});
}

void EntryEdit::removeFirst(const ConfigNode &array, qsizetype count)
{
    if (count >= array.children.size())
        m_pieces.append(Piece{array.value, "[]"});
    else
        m_pieces.append(Piece{{array.children.first().begin, array.children.at(count).begin}, {}});
}

void EntryEdit::insertAfter(const ConfigNode &object, const ConfigNode &sibling, QByteArrayView name,
                            const QByteArray &value)
{
    const QByteArray member = key(name) + (m_format == Format::Toml ? " = " : ": ") + value;
    const QByteArray onNextLine = m_lineEnd + indentationAt(sibling.begin);
    qsizetype at = sibling.value.end;
    QByteArray before = ',' + (isFirstOnLine(sibling.begin) ? onNextLine : QByteArray(" "));
    if (object.isBlock) { // behind a comment on the line
        at = ConfigNode::endOfLine(m_text, at);
        before = onNextLine + sibling.keyPrefix;
    }
    m_pieces.append(Piece{{at, at}, before + member});
}

bool EntryEdit::isRemoved(const ConfigNode &member) const
{
    return std::ranges::any_of(m_pieces, [&](const Piece &piece) {
        return piece.text.isEmpty() && piece.range.begin <= member.begin && member.begin < piece.range.end;
    });
}

/// Removes the comma of the member that becomes the last one when the member at `index` is removed, too.
void EntryEdit::removeCommaBefore(const ConfigNode &object, qsizetype index)
{
    const QList<ConfigNode> &members = object.children;
    const auto stays = [this](const ConfigNode &each) { return !isRemoved(each); };
    const auto member = members.cbegin() + index;
    if (members.constLast().comma >= 0 || std::any_of(member + 1, members.cend(), stays))
        return;
    const auto last = std::find_if(std::reverse_iterator(member), members.crend(), stays);
    if (last != members.crend())
        m_pieces.append(Piece{{last->comma, last->comma + 1}, {}});
}

void EntryEdit::removeMember(const ConfigNode &object, QByteArrayView name)
{
    qsizetype index = object.children.size() - 1;
    while (index >= 0 && object.children.at(index).name != name)
        --index;
    if (index < 0)
        return;
    const ConfigNode &member = object.children.at(index);
    qsizetype begin = member.begin;
    qsizetype end = member.value.end;
    if (!object.isBlock) {
        end = std::max(end, member.comma + 1);
        removeCommaBefore(object, index);
    }
    const qsizetype lineEnd = ConfigNode::endOfLine(m_text, end);
    const bool endsLine = object.isBlock || m_text.sliced(end, lineEnd - end).trimmed().isEmpty();
    if (isFirstOnLine(begin) && endsLine) { // the whole line
        begin = beginOfLine(begin);
        end = std::min(m_text.size(), m_text.indexOf('\n', lineEnd) + 1);
        if (end == 0)
            end = m_text.size();
    } else if (end < m_text.size() && m_text.at(end) == ' ') {
        ++end;
    }
    m_pieces.append(Piece{{begin, end}, {}});
}

QByteArray EntryEdit::result() const
{
    QList<Piece> pieces = m_pieces;
    std::ranges::stable_sort(pieces, [](const Piece &a, const Piece &b) { return a.range.begin < b.range.begin; });
    QByteArray text;
    qsizetype at = 0;
    for (const Piece &piece : std::as_const(pieces)) {
        if (piece.range.begin < at)
            continue; // within a removed part
        text += m_text.sliced(at, piece.range.begin - at).toByteArray() + piece.text;
        at = piece.range.end;
    }
    return text + m_text.sliced(at).toByteArray();
}

} // namespace Pullcord
