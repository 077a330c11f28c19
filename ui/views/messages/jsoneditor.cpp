// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/jsoneditor.h"

#include "core/json/jsonvalue.h"
#include "ui/models/messages/rawmessages.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/jsonhighlighter.h"
#include "ui/views/messages/rawtext.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/plainlabel.h"

#include <QEvent>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype HeadShown = 20'000; // in characters
constexpr int FewestLines = 2;

bool isTooLong(const QString &text)
{
    if (text.size() > JsonEditor::MostEdited)
        return true;
    qsizetype start = 0;
    while (text.size() - start > JsonEditor::LongestEditedLine) {
        const qsizetype end = text.indexOf(u'\n', start);
        if (end < 0 || end - start > JsonEditor::LongestEditedLine)
            return true;
        start = end + 1;
    }
    return false;
}

bool mustBeEscaped(QChar c)
{
    constexpr char16_t NonJoiner = 0x200c; // allowed, since some scripts need them
    constexpr char16_t Joiner = 0x200d;
    switch (c.category()) {
    case QChar::Other_Control:
        return c.unicode() >= 0x7f;
    case QChar::Other_Format:
        return c != NonJoiner && c != Joiner;
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return c.unicode() == 0xfdd0 || c.unicode() == 0xfdd1; // QTextDocument uses them as block separators
    }
}

/// Escapes characters that would break lines or change the direction of their surroundings.
QByteArray escapeSpecialCharacters(const QByteArray &json)
{
    const QString text = QString::fromUtf8(json);
    if (std::none_of(text.begin(), text.end(), mustBeEscaped) || JsonChecker().check(json))
        return json;
    QString escaped;
    escaped.reserve(text.size());
    for (const QChar c : text) {
        if (mustBeEscaped(c))
            escaped += u"\\u%1"_s.arg(c.unicode(), 4, 16, QChar(u'0'));
        else
            escaped += c;
    }
    return escaped.toUtf8();
}

} // namespace

JsonEditor::JsonEditor(QWidget *parent)
    : QWidget(parent)
    , m_edit(new QPlainTextEdit(this))
    , m_remark(new PlainLabel(this))
    , m_highlighter(new JsonHighlighter(m_edit->document()))
{
    m_edit->setObjectName(u"jsonEdit"_s);
    m_edit->setTabChangesFocus(true);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(m_edit->font().pointSizeF());
    m_edit->setFont(font);
    m_remark->setObjectName(u"jsonRemark"_s);
    m_remark->setWordWrap(true);
    setFocusProxy(m_edit);
    m_edit->setMinimumHeight(FewestLines * fontMetrics().lineSpacing()); // the default is too high for small screens
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_remark);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        check();
        emit changed();
    });
    check();
}

JsonEditor::~JsonEditor() = default;

QByteArray JsonEditor::text() const
{
    return m_whole.isEmpty() ? rawTextOf(*m_edit).toUtf8() : m_whole;
}

void JsonEditor::setText(const QByteArray &given)
{
    const QByteArray text = escapeSpecialCharacters(given);
    if (text == this->text())
        return;
    const QString next = QString::fromUtf8(text);
    const bool wasWhole = m_whole.isEmpty();
    m_headRemark.clear();
    m_whole = isTooLong(next) ? text : QByteArray();
    m_edit->setReadOnly(!m_whole.isEmpty());
    if (wasWhole && m_whole.isEmpty()) {
        replaceWith(next);
        return;
    }
    const QSignalBlocker blocker(m_edit);
    m_edit->setPlainText(m_whole.isEmpty() ? next : Texts::head(next, HeadShown)); // clears the undo history
    check();
    emit changed();
}

void JsonEditor::showHead(const QByteArray &head, const QString &remark)
{
    m_whole = head;
    m_headRemark = remark;
    m_edit->setReadOnly(true);
    const QSignalBlocker blocker(m_edit);
    m_edit->setPlainText(Texts::head(QString::fromUtf8(head), HeadShown));
    check();
    emit changed();
}

void JsonEditor::replaceWith(const QString &next)
{
    const QString shown = rawTextOf(*m_edit);
    if (shown == next)
        return;
    // Replaces only the difference, so that nothing else moves. Uses a cursor, so that the change can be undone.
    const qsizetype most = qMin(shown.size(), next.size());
    qsizetype same = std::mismatch(shown.begin(), shown.begin() + most, next.begin()).first - shown.begin();
    if (same > 0 && shown.at(same - 1).isHighSurrogate())
        --same;
    qsizetype sameAtEnd =
        std::mismatch(shown.rbegin(), shown.rbegin() + (most - same), next.rbegin()).first - shown.rbegin();
    if (sameAtEnd > 0 && shown.at(shown.size() - sameAtEnd).isLowSurrogate())
        --sameAtEnd;
    QTextCursor cursor(m_edit->document());
    cursor.setPosition(int(same));
    cursor.setPosition(int(shown.size() - sameAtEnd), QTextCursor::KeepAnchor);
    cursor.insertText(next.sliced(same, next.size() - same - sameAtEnd));
}

void JsonEditor::setObjectOnly(bool only)
{
    m_objectOnly = only;
    check();
}

void JsonEditor::setMayBeEmpty(bool may)
{
    m_mayBeEmpty = may;
    check();
}

void JsonEditor::setMayBeLines(bool may)
{
    m_mayBeLines = may;
    check();
}

void JsonEditor::setHint(const QString &hint)
{
    if (m_good && m_whole.isEmpty())
        say(hint, false);
}

QString JsonEditor::remark() const
{
    return m_remark->text();
}

void JsonEditor::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_highlighter->setPalette(palette());
        check();
    }
}

void JsonEditor::check()
{
    const QByteArray json = text();
    m_edit->setExtraSelections({});
    if (!m_headRemark.isEmpty()) {
        m_good = false;
        return say(m_headRemark, false);
    }
    if (m_mayBeEmpty && json.trimmed().isEmpty()) {
        m_good = true;
        say({}, false);
        return;
    }
    const auto error = m_checker.check(json);
    if (error && m_mayBeLines && RawMessages::areLines(json)) {
        m_good = true;
        say({}, false);
        return;
    }
    if (error) {
        m_good = false;
        mark(error->offset);
        say(tr("Line %1, column %2: %3")
                .arg(QString::number(error->line), QString::number(error->column), Texts::translated(error->reason)),
            true);
        return;
    }
    m_good = !m_objectOnly || JsonValue(json).isObject();
    say(!m_good             ? tr("Enter a JSON object: { … }")
        : m_whole.isEmpty() ? QString()
                            : tr("Too long to edit here: only the beginning is shown. All of it is kept."),
        !m_good);
}

void JsonEditor::mark(qsizetype offset)
{
    const auto position = int(QString::fromUtf8(text().first(qMin(offset, text().size()))).size());
    QTextEdit::ExtraSelection wrong;
    wrong.cursor = QTextCursor(m_edit->document());
    wrong.cursor.setPosition(qMin(position, m_edit->document()->characterCount() - 1));
    wrong.cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    if (!wrong.cursor.hasSelection()) // at the end: mark the last character
        wrong.cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor);
    wrong.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    wrong.format.setUnderlineColor(Theme::of(palette()).failure);
    m_edit->setExtraSelections({wrong});
}

void JsonEditor::say(const QString &text, bool failure)
{
    const Theme &theme = Theme::of(palette());
    QPalette colors = m_remark->palette();
    colors.setColor(QPalette::WindowText, failure ? theme.failure : theme.warning);
    m_remark->setPalette(colors);
    m_remark->setText(text);
    m_remark->setHidden(text.isEmpty());
}

} // namespace Pullcord
