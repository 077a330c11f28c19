// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/incomingrequest.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QPushButton;

namespace Pullcord {

class JsonEditor;

/// Lets a person answer a request of the server's, or refuse it. Not modal: the conversation goes on beside it. When the
/// server takes the request back, it says so and nothing can be sent any more.
class AnswerDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `server` is who asks, for people.
    AnswerDialog(IncomingRequest &request, const QString &server, QWidget *parent = nullptr);
    ~AnswerDialog() override;

    [[nodiscard]] JsonEditor *editor() const { return m_editor; }

private:
    void send();
    void refuse();
    void end(const QString &why);

    QPointer<IncomingRequest> m_request;
    QByteArray m_method;
    QLabel *m_state;
    JsonEditor *m_editor;
    QPushButton *m_send;
    QPushButton *m_refuse;
};

} // namespace Pullcord
