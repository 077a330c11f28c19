// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/texteditor.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/form/formhost.h"
#include "ui/views/messages/rawtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/fieldnote.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QToolButton>

#include <limits>

namespace Pullcord {

using namespace Qt::StringLiterals;

void fitToLines(QPlainTextEdit &edit, int least)
{
    constexpr int MostLines = 10;
    const int lines = qBound(least, edit.document()->blockCount(), MostLines);
    const int frame = 2 * (edit.frameWidth() + int(edit.document()->documentMargin()));
    edit.setFixedHeight(lines * edit.fontMetrics().lineSpacing() + frame + 2);
}

/// Edit for several lines that preserves every character. QTextDocument treats a paragraph separator (U+2029) like a
/// line feed; here, a noncharacter stands for it.
class RawTextEdit final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit RawTextEdit(QWidget *parent = nullptr);
    ~RawTextEdit() override;

    [[nodiscard]] QString rawText() const;
    void setRawText(const QString &text);
    /// Replaces the selection.
    void insertRawText(const QString &text);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;
};

namespace {

constexpr char16_t StandIn = 0xfdd9; // a noncharacter: occurs in no text

QString toDocument(QString text)
{
    return text.replace(QChar::ParagraphSeparator, StandIn);
}

QString fromDocument(QString text)
{
    return text.replace(StandIn, QChar::ParagraphSeparator);
}

} // namespace

RawTextEdit::RawTextEdit(QWidget *parent)
    : QPlainTextEdit(parent)
{}

RawTextEdit::~RawTextEdit() = default;

QString RawTextEdit::rawText() const
{
    return fromDocument(rawTextOf(*this));
}

void RawTextEdit::setRawText(const QString &text)
{
    setPlainText(toDocument(text));
}

void RawTextEdit::insertRawText(const QString &text)
{
    insertPlainText(toDocument(text));
    ensureCursorVisible();
}

void RawTextEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->text().contains(QChar::ParagraphSeparator) && !isReadOnly())
        insertRawText(event->text());
    else
        QPlainTextEdit::keyPressEvent(event);
}

void RawTextEdit::inputMethodEvent(QInputMethodEvent *event)
{
    event->setCommitString(toDocument(event->commitString()), event->replacementStart(), event->replacementLength());
    QPlainTextEdit::inputMethodEvent(event);
}

void RawTextEdit::insertFromMimeData(const QMimeData *source)
{
    if (source->hasText())
        insertRawText(source->text());
}

QMimeData *RawTextEdit::createMimeDataFromSelection() const
{
    auto *copied = new QMimeData;
    copied->setText(fromDocument(textCursor().selectedText().replace(QChar::ParagraphSeparator, u'\n')));
    return copied;
}

namespace {
constexpr int LeastLines = 3;
}

TextEditor::TextEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_line(new QLineEdit(this))
    , m_lines(new RawTextEdit(this))
    , m_expand(makeButton(u"lines"_s, tr("Several lines for %1 (Shift+Enter)").arg(field.title)))
    , m_null(makeNullButton())
    , m_cut(new FieldNote(this))
{
    name(m_lines);
    name(m_line);
    m_lines->setObjectName(objectNameFor(u"textLines"_s));
    m_lines->setTabChangesFocus(true);
    m_lines->hide();
    m_line->setMaxLength(std::numeric_limits<int>::max()); // the default would cut long values
    m_line->installEventFilter(this);
    m_expand->setIcon(Icons::icon("chevron-down"));
    m_expand->setCheckable(true);
    m_expand->setFocusPolicy(Qt::NoFocus); // one tab stop per field; Shift+Enter does the same
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_line, 1);
    row->addWidget(m_lines, 1);
    row->addWidget(m_expand, 0, Qt::AlignTop);
    row->addWidget(m_null, 0, Qt::AlignTop);
    controlRow()->addLayout(row);
    controlRow()->addWidget(m_cut);
    connect(m_line, &QLineEdit::textEdited, this, &TextEditor::takeText);
    connect(m_lines, &QPlainTextEdit::textChanged, this, [this] {
        fitToLines(*m_lines, LeastLines);
        m_expand->setEnabled(m_lines->document()->blockCount() == 1); // folding would lose line breaks
        if (!m_filling)
            takeText(m_lines->rawText());
    });
    connect(m_expand, &QToolButton::clicked, this, [this](bool expanded) {
        setExpanded(expanded);
        control()->setFocus();
    });
    fitToLines(*m_lines, LeastLines);
}

TextEditor::~TextEditor() = default;

QWidget *TextEditor::control() const
{
    return m_expand->isChecked() ? static_cast<QWidget *>(m_lines) : m_line;
}

void TextEditor::fill(const JsonValue &value)
{
    const bool isNull = field().nullable && value.type() == JsonType::Null;
    m_null->setChecked(isNull);
    const QString hint = isNull ? u"null"_s : field().hint;
    m_line->setPlaceholderText(hint);
    m_lines->setPlaceholderText(hint);
    // Text being typed is not overwritten.
    if (host().isSource(*this) && !isNull)
        return;
    const QString text = isNull ? QString() : FormField::toText(value);
    const bool cut = text.size() > MostEdited;
    showText(cut ? Texts::head(text) : text);
    setCut(cut);
    if (cut || text.contains(u'\n'))
        setExpanded(true);
}

void TextEditor::showText(const QString &text)
{
    m_filling = true;
    if (m_line->text() != text)
        m_line->setText(text);
    if (m_lines->rawText() != text)
        m_lines->setRawText(text);
    m_filling = false;
}

void TextEditor::takeText(const QString &text)
{
    setValue(field().toJson(text));
}

void TextEditor::setExpanded(bool expanded)
{
    if (m_lines->isVisibleTo(this) == expanded)
        return;
    showText(expanded ? m_line->text() : m_lines->rawText());
    m_expand->setChecked(expanded);
    m_line->setHidden(expanded);
    m_lines->setVisible(expanded);
    emit host().rearranged();
}

void TextEditor::setCut(bool cut)
{
    m_line->setReadOnly(cut);
    m_lines->setReadOnly(cut);
    m_cut->say(cut ? cutRemark() : QString(), true);
}

QString TextEditor::cutRemark()
{
    return tr("Too long to edit here: only the beginning is shown. All of it is kept.");
}

/// Handles the keys that expand the line.
bool TextEditor::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_line || event->type() != QEvent::KeyPress)
        return FieldEditor::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    const bool breaks = isEnter && key->modifiers() == Qt::ShiftModifier;
    const bool pastes = key->matches(QKeySequence::Paste) && QGuiApplication::clipboard()->text().contains(u'\n');
    if (m_line->isReadOnly() || (!breaks && !pastes))
        return false;
    const int start = m_line->hasSelectedText() ? m_line->selectionStart() : m_line->cursorPosition();
    const int end = m_line->hasSelectedText() ? m_line->selectionEnd() : start;
    setExpanded(true);
    QTextCursor cursor = m_lines->textCursor();
    cursor.setPosition(start);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    m_lines->setTextCursor(cursor);
    m_lines->setFocus();
    m_lines->insertRawText(pastes ? QGuiApplication::clipboard()->text() : u"\n"_s);
    return true;
}

} // namespace Pullcord

#include "texteditor.moc"
