// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/question.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QPushButton;

namespace Pullcord {

class JsonEditor;

/// Lets a person answer what the server asks, or refuse it. Not modal: the conversation goes on beside it. When no answer is
/// wanted any more, it says so and why, and nothing can be sent.
class AnswerDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `server` is who asks, for people.
    AnswerDialog(Question &question, const QString &server, QWidget *parent = nullptr);
    ~AnswerDialog() override;

    [[nodiscard]] JsonEditor *editor() const { return m_editor; }

private:
    void send();
    void refuse();
    void onEnded(Question::State state, const QString &why);

    QPointer<Question> m_question;
    QLabel *m_state;
    JsonEditor *m_editor;
    QPushButton *m_send;
    QPushButton *m_refuse;
};

} // namespace Pullcord
