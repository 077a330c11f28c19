// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/rawtextedit.h"

#include "ui/views/messages/rawtext.h"

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QMimeData>

namespace Pullcord {

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

} // namespace Pullcord
