// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/completingline.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QItemSelectionModel>
#include <QKeyEvent>

namespace Pullcord {

CompletingLine::CompletingLine(Client &client, std::function<CompletionQuery()> query, QWidget *parent)
    : QLineEdit(parent)
    , m_query(std::move(query))
    , m_completion(client)
{
    auto *completer = new QCompleter(&m_values, this);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion); // the server has filtered already
    setCompleter(completer);
    connect(this, &QLineEdit::textEdited, this, &CompletingLine::ask);
    connect(&m_completion, &Completion::finished, this, &CompletingLine::offer);
}

CompletingLine::~CompletingLine() = default;

void CompletingLine::ask(const QString &text)
{
    m_values.setStringList({}); // values for an older text
    CompletionQuery query = m_query();
    query.value = text;
    (void)m_completion.ask(query); // fails if the server offers no completion
}

void CompletingLine::offer(const Result<CompletionResult> &outcome)
{
    if (!outcome || !hasFocus()) // a refusal is visible in the log
        return;
    QStringList values = outcome->values;
    values.removeIf([](const QString &value) { return value.size() > MostOffered; }); // too long for a line edit
    m_values.setStringList(values);
    if (!values.isEmpty() && values != QStringList{text()})
        completer()->complete();
}

void CompletingLine::keyPressEvent(QKeyEvent *event)
{
    const QAbstractItemView *popup = completer()->popup();
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && popup->isVisible() && popup->selectionModel()->hasSelection()) {
        event->ignore(); // QCompleter, which has forwarded the key, handles it
        return;
    }
    if (isEnter && popup->isVisible()) {
        completer()->popup()->hide();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace Pullcord
