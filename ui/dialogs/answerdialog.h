// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/answers.h"
#include "core/mcp/requests/question.h"

#include <QDialog>
#include <QPointer>
#include <QString>
#include <QUrl>
#include <QWidget>

class QCheckBox;
class QPushButton;
class QShortcut;
class QStackedWidget;

namespace Pullcord {

class JsonEditor;
class PeerLabel;
class SchemaEditor;

/// A URL that a server asks the user to visit. It is shown in full (of a very long one, the beginning), with the host
/// marked and with warnings. It is opened in the system's browser on request of the user, and not accessed before.
///
/// Specification: client "Elicitation", URL mode; spec digest section 8.
class UrlQuestion final : public QWidget
{
    Q_OBJECT

public:
    explicit UrlQuestion(const QString &url, QWidget *parent = nullptr);
    ~UrlQuestion() override;

    /// True if there is no warning.
    [[nodiscard]] bool isPlain() const { return warning(m_url).isEmpty(); }
    /// Returns warnings about a URL, in words; empty if there are none.
    [[nodiscard]] static QString warning(const QUrl &url);
    /// True for web pages only; nothing else is opened.
    [[nodiscard]] static bool canOpen(const QUrl &url);

private:
    [[nodiscard]] QWidget *makeCopyButton(const QString &address);
    [[nodiscard]] QWidget *scrolled(QWidget *address);

    QUrl m_url;
};

/// Lets the user answer a question of the server: in a form with its JSON, or by writing the whole result. Not modal;
/// closing it leaves the question open.
///
/// It closes when the question has ended. An answer that violates the schema is sent by a separate button only.
/// Specification: client "Elicitation", "Sampling", "Roots"; spec digest 4.6 to 4.8, 8.
class AnswerDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `server` is the name of the server.
    AnswerDialog(Question &question, const QString &server, QWidget *parent = nullptr);
    ~AnswerDialog() override;

    /// Shows which of the waiting questions this is; empty hides the line.
    void setWhich(const QString &which);
    [[nodiscard]] SchemaEditor *form() const { return m_form; }
    /// Returns the editor of the whole result.
    [[nodiscard]] JsonEditor *whole() const { return m_whole; }

signals:
    /// The question no longer needs an answer, with the reason; the dialog is closing.
    void withdrawn(const QString &why);
    /// The user has answered or refused; the dialog is closing. Not emitted if the user has turned to another window.
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
    QShortcut *m_whyNot = nullptr; ///< runs instead of sending while that is impossible; null if no key sends
};

} // namespace Pullcord
