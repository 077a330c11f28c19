// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/answers.h"
#include "core/mcp/question.h"

#include <QDialog>
#include <QPointer>

class QCheckBox;
class QPushButton;
class QShortcut;
class QStackedWidget;

namespace Pullcord {

class JsonEditor;
class PeerLabel;
class SchemaEditor;

/// Lets a person answer what the server asks: in a form with the JSON beside it, or by writing the whole result, whatever
/// it is. Not modal: the conversation goes on beside it, and who closes it leaves the question open.
///
/// It closes when the question has ended. What the server's schema does not like is sent by a button of its own only.
/// Specification: client "Elicitation", "Sampling", "Roots"; spec digest 4.6 to 4.8, 8.
class AnswerDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `server` is who asks, for people.
    AnswerDialog(Question &question, const QString &server, QWidget *parent = nullptr);
    ~AnswerDialog() override;

    /// Which of those that wait it is, as a line; empty: none is said.
    void setWhich(const QString &which);
    [[nodiscard]] SchemaEditor *form() const { return m_form; }
    /// For the whole result.
    [[nodiscard]] JsonEditor *whole() const { return m_whole; }

signals:
    /// No answer is wanted any more, for that reason; the dialog is closing.
    void withdrawn(const QString &why);
    /// The person has answered or refused, and has not gone on with something else; the dialog is closing.
    void settled();

private:
    [[nodiscard]] QWidget *makeQuestion(const QString &server);
    [[nodiscard]] QWidget *makeAnswer();
    [[nodiscard]] QWidget *makeButtons();
    [[nodiscard]] QPushButton *makeButton(const QString &name, const QString &text, const QString &toolTip);
    void sendByKey();
    [[nodiscard]] QByteArray result() const;
    void writeWhole(bool whole);
    void updateButtons();
    void send();
    void refuse();
    void dismiss();
    void onEnded(Question::State state, const QString &why);

    QPointer<Question> m_question;
    Answers::Draft m_draft;
    PeerLabel *m_which;
    QStackedWidget *m_pages;
    SchemaEditor *m_form;
    JsonEditor *m_whole;
    QCheckBox *m_writesWhole;
    QPushButton *m_send;
    QPushButton *m_sendAnyway;
    QShortcut *m_whyNot = nullptr; ///< of what cannot be sent; null where no key sends
};

} // namespace Pullcord
