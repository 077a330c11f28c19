// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/answerdialog.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/answers.h"
#include "ui/views/jsoneditor.h"
#include "ui/views/textview.h"
#include "ui/views/urlquestion.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

AnswerDialog::AnswerDialog(Question &question, const QString &server, QWidget *parent)
    : QDialog(parent)
    , m_question(&question)
    , m_state(new QLabel(this))
    , m_editor(new JsonEditor(this))
    , m_send(new QPushButton(tr("&Send Answer"), this))
    , m_refuse(new QPushButton(tr("&Refuse"), this))
{
    setObjectName(u"answerDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Answer %1").arg(QString::fromUtf8(question.method())));
    m_state->setObjectName(u"answerState"_s);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    m_state->setText(tr("%1 asks: %2").arg(server, QString::fromUtf8(question.method())));

    auto *params = new TextView(this);
    params->setObjectName(u"answerParams"_s);
    params->setAccessibleName(tr("What the server asks"));
    params->showJson(question.params().isEmpty() ? QByteArray() : JsonText::indented(question.params()));
    m_editor->edit()->setAccessibleName(tr("The result to send"));
    m_editor->setText(Answers::suggestion(question.method(), question.params()));
    m_send->setObjectName(u"sendAnswer"_s);
    m_send->setDefault(true);
    m_refuse->setObjectName(u"refuseAnswer"_s);
    m_refuse->setAutoDefault(false);
    m_refuse->setToolTip(tr("Say no in the way that the protocol has for it"));

    auto *answer = new QWidget(this);
    auto *answerLayout = new QVBoxLayout(answer);
    answerLayout->setContentsMargins(0, 0, 0, 0);
    auto *label = new QLabel(tr("&Your result:"), answer);
    label->setBuddy(m_editor->edit());
    answerLayout->addWidget(label);
    answerLayout->addWidget(m_editor, 1);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(params);
    splitter->addWidget(answer);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_send, QDialogButtonBox::ActionRole);
    buttons->addButton(m_refuse, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_state);
    layout->addWidget(splitter, 1);
    layout->addWidget(buttons);
    resize(80 * fontMetrics().averageCharWidth(), 30 * fontMetrics().lineSpacing());

    const JsonValue asked(question.params());
    if (asked.member("mode").toUtf8() == "url")
        layout->insertWidget(1, new UrlQuestion(asked.member("url").toString(), this));

    connect(m_editor, &JsonEditor::changed, this, [this] { m_send->setEnabled(m_question && m_editor->isGood()); });
    connect(m_send, &QPushButton::clicked, this, &AnswerDialog::send);
    connect(m_refuse, &QPushButton::clicked, this, &AnswerDialog::refuse);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&question, &Question::ended, this, &AnswerDialog::onEnded);
}

AnswerDialog::~AnswerDialog() = default;

void AnswerDialog::send()
{
    if (m_question)
        m_question->answer(JsonText::compact(m_editor->text()));
}

void AnswerDialog::refuse()
{
    if (m_question)
        m_question->refuse();
}

void AnswerDialog::onEnded(Question::State state, const QString &why)
{
    m_question = nullptr;
    if (state != Question::State::Withdrawn) {
        close(); // it was done here
        return;
    }
    m_state->setText(tr("No answer is wanted any more. %1.").arg(why));
    m_editor->setEnabled(false);
    m_send->setEnabled(false);
    m_refuse->setEnabled(false);
}

} // namespace Pullcord
