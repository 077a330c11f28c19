// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/answerdialog.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/elicitation.h"
#include "ui/models/questiontexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype MostUnscrolled = 400;
constexpr qsizetype MostLaidOut = 20'000;

QString words(const QString &text)
{
    return Texts::breakable(text).toHtmlEscaped();
}

/// Returns the text of the URL, with the host in bold.
QString marked(const QString &text, const QUrl &url)
{
    const QString host = url.host(QUrl::FullyEncoded);
    const qsizetype authority = text.indexOf("://"_L1) + 3;
    const qsizetype user = url.userInfo().isEmpty() ? 0 : url.userInfo(QUrl::FullyEncoded).size() + 1;
    const qsizetype at = host.isEmpty() ? -1 : text.indexOf(host, authority + user, Qt::CaseInsensitive);
    if (at < 0)
        return words(text);
    return words(text.first(at)) + u"<b>"_s + words(text.sliced(at, host.size())) + u"</b>"_s +
           words(text.sliced(at + host.size()));
}

} // namespace

QString UrlQuestion::warning(const QUrl &url)
{
    QStringList warnings;
    const QString host = url.host(QUrl::FullyEncoded);
    if (!canOpen(url))
        return tr("This is not the address of a web page, so it cannot be opened here.");
    if (host.contains("xn--"_L1))
        warnings << tr("The host name contains letters from other alphabets (%1) and may imitate a name that you know.")
                        .arg(url.host(QUrl::PrettyDecoded));
    if (!url.userInfo().isEmpty())
        warnings << tr("The text before the @ is not the host; the page is at %1.").arg(host);
    if (url.scheme() != "https"_L1)
        warnings << tr("The connection is not encrypted.");
    return warnings.join(u' ');
}

bool UrlQuestion::canOpen(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1);
}

UrlQuestion::UrlQuestion(const QString &url, QWidget *parent)
    : QWidget(parent)
    , m_url(url, QUrl::StrictMode)
{
    const QString encoded = canOpen(m_url) ? m_url.toString(QUrl::FullyEncoded) : url;
    auto *address = new PeerLabel(this);
    address->setObjectName(u"questionUrl"_s);
    address->setTextFormat(Qt::RichText);
    address->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    address->setText(marked(Texts::head(encoded, MostLaidOut), m_url));
    QStringList remarks{warning(m_url)};
    if (encoded.size() > MostLaidOut)
        remarks << tr("Only its beginning is shown: it has %Ln characters.", nullptr, int(encoded.size()));
    remarks.removeAll(QString());
    auto *note = new PeerLabel(remarks.join(u' '), this);
    note->setObjectName(u"questionUrlWarning"_s);
    note->setHidden(note->text().isEmpty());
    auto *open = new QPushButton(tr("&Open in Browser"), this);
    open->setObjectName(u"openQuestionUrl"_s);
    open->setAutoDefault(false);
    open->setEnabled(canOpen(m_url));
    open->setToolTip(tr("Open the page in the browser. The server is not notified of what you do there."));
    connect(open, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(m_url); });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto *top = new QHBoxLayout;
    top->addWidget(encoded.size() > MostUnscrolled ? scrolled(address) : address, 1);
    if (encoded.size() > MostLaidOut)
        top->addWidget(makeCopyButton(encoded));
    top->addWidget(open);
    layout->addLayout(top);
    layout->addWidget(note);
}

UrlQuestion::~UrlQuestion() = default;

QWidget *UrlQuestion::makeCopyButton(const QString &address)
{
    auto *copy = new QPushButton(tr("&Copy Address"), this);
    copy->setObjectName(u"copyQuestionUrl"_s);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [address] { QGuiApplication::clipboard()->setText(address); });
    return copy;
}

/// Makes the address scroll within a few lines.
QWidget *UrlQuestion::scrolled(QWidget *address)
{
    constexpr int Lines = 6;
    auto *area = new QScrollArea(this);
    area->setObjectName(u"questionUrlArea"_s);
    area->setAccessibleName(tr("The address"));
    area->setWidgetResizable(true);
    area->setFixedHeight(Lines * fontMetrics().lineSpacing());
    area->setWidget(address);
    return area;
}

namespace {

// Lines of the question, which leaves as much room as possible for the answer.
constexpr int LeastLines = 2;
constexpr int MostAnswerLines = 8;
constexpr int UsualLines = 4;    ///< lines for a question without text, shown as JSON
constexpr int SampledLines = 10; ///< lines for a conversation with a model

int linesOf(const QString &text)
{
    constexpr int Characters = 110; // approximate width of the dialog
    int lines = 0;
    for (const QStringView paragraph : QStringView(text).split(u'\n'))
        lines += 1 + int(paragraph.size()) / Characters;
    return qBound(LeastLines, text.isEmpty() ? UsualLines : lines, MostAnswerLines);
}

} // namespace

AnswerDialog::AnswerDialog(Question &question, const QString &server, QWidget *parent)
    : QDialog(parent)
    , m_question(&question)
    , m_draft(Answers::draft(question.method(), question.params()))
    , m_which(new PeerLabel(this))
    , m_pages(new QStackedWidget(this))
    , m_form(new SchemaEditor(m_draft.isContent ? tr("Your answer") : tr("Your result"), this))
    , m_whole(new JsonEditor(this))
    , m_writesWhole(new QCheckBox(tr("&Write the whole result as JSON"), this))
    , m_send(makeButton(u"sendAnswer"_s, m_draft.isContent ? tr("&Accept") : tr("&Send Answer"),
                        m_draft.isContent ? tr("Accept, and send the values entered") : tr("Send this result")))
    , m_sendAnyway(makeButton(u"sendAnyway"_s, m_draft.isContent ? tr("Accept An&yway") : tr("Send An&yway"),
                              tr("Send the answer although it violates the schema, to test the server")))
{
    setObjectName(u"answerDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Answer %1").arg(Texts::windowTitle(QString::fromUtf8(question.method()))));
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(u"answerSplitter"_s);
    splitter->setChildrenCollapsible(false);
    QWidget *asked = makeQuestion(server);
    splitter->addWidget(asked);
    splitter->addWidget(makeAnswer());
    splitter->setStretchFactor(1, 1);
    auto *layout = new QVBoxLayout(this);
    auto *heading = new PeerLabel(QuestionTexts::heading(server, question.method(), question.params()), this);
    heading->setObjectName(u"answerHeading"_s);
    heading->setMostLines(3);
    layout->addWidget(heading);
    m_which->setObjectName(u"answerWhich"_s);
    m_which->setMostLines(2);
    m_which->hide();
    layout->addWidget(m_which);
    bool isPlain = true;
    if (const JsonValue params(question.params()); params.member("mode").toUtf8() == "url") {
        auto *page = new UrlQuestion(params.member("url").toString(), this);
        isPlain = page->isPlain();
        layout->addWidget(page);
    }
    auto *done =
        new PlainLabel(tr("The server reports that you have finished, but it still waits for your answer."), this);
    done->setObjectName(u"answerDone"_s);
    done->setWordWrap(true);
    done->setVisible(question.isComplete());
    connect(&question, &Question::completed, done, &QWidget::show);
    layout->addWidget(done);
    layout->addWidget(splitter, 1);
    layout->addWidget(makeButtons());
    if (isPlain) // otherwise agreeing is a choice of its own
        sendByKey();
    const int line = fontMetrics().lineSpacing();
    resize(ScreenRoom::bounded(*this, {130 * letterWidth(fontMetrics()), 40 * line}));
    const bool isSampling = question.method() == "sampling/createMessage";
    const int lines = isSampling ? SampledLines : linesOf(QuestionTexts::story(question.method(), question.params()));
    const int room = (lines + 2) * line; // with its tabs
    splitter->setSizes({room, qMax(line, height() - room)});

    connect(m_form, &SchemaEditor::changed, this, &AnswerDialog::updateButtons);
    connect(m_whole, &JsonEditor::changed, this, &AnswerDialog::updateButtons);
    connect(m_writesWhole, &QCheckBox::toggled, this, &AnswerDialog::writeWhole);
    connect(&question, &Question::ended, this, &AnswerDialog::onEnded);
    m_form->start(m_draft.schema, m_draft.value);
    m_form->focusFirst();
    updateButtons();
}

AnswerDialog::~AnswerDialog() = default;

void AnswerDialog::setWhich(const QString &which)
{
    m_which->setText(which);
    m_which->setHidden(which.isEmpty());
}

QWidget *AnswerDialog::makeQuestion(const QString &server)
{
    const QString story = QuestionTexts::story(m_question->method(), m_question->params());
    const int least = LeastLines * fontMetrics().lineSpacing() + fontMetrics().lineSpacing() / 2; // with its frame
    auto *json = new TextView(this);
    json->setMinimumHeight(least);
    json->setObjectName(u"answerParams"_s);
    json->setAccessibleName(tr("Question from %1, as JSON").arg(server));
    json->showJson(m_question->params().isEmpty() ? QByteArray("{}") : JsonText::indented(m_question->params()));
    auto *tabs = new QTabWidget(this);
    tabs->setObjectName(u"questionTabs"_s);
    tabs->setAccessibleName(tr("The question"));
    tabs->setDocumentMode(true);
    if (!story.isEmpty()) {
        auto *text = new TextView(this);
        text->setObjectName(u"questionText"_s);
        text->setAccessibleName(tr("Question from %1").arg(server));
        text->setFont(font());
        text->setMinimumHeight(least);
        text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
        text->showText(story);
        tabs->addTab(text, tr("Question"));
    }
    tabs->addTab(json, tr("JSON"));
    return tabs;
}

QWidget *AnswerDialog::makeAnswer()
{
    m_form->setObjectName(u"answerForm"_s);
    m_whole->setObjectName(u"answerWhole"_s);
    m_whole->edit()->setAccessibleName(tr("The whole result as JSON"));
    m_writesWhole->setObjectName(u"writesWhole"_s);
    m_writesWhole->setToolTip(tr("Send any result, including one that the form cannot produce"));
    m_writesWhole->setVisible(m_draft.isContent); // otherwise the JSON is the whole result
    auto *nothing = new PlainLabel(tr("There is nothing to enter. Accepting means that you agree."), this);
    nothing->setAlignment(Qt::AlignTop);
    nothing->setWordWrap(true);
    m_pages->addWidget(m_draft.schema.isEmpty() ? static_cast<QWidget *>(nothing) : m_form);
    m_pages->addWidget(m_whole);
    nothing->setVisible(m_draft.schema.isEmpty());
    m_form->setHidden(m_draft.schema.isEmpty());
    auto *answer = new QWidget(this);
    auto *layout = new QVBoxLayout(answer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_writesWhole);
    return answer;
}

QWidget *AnswerDialog::makeButtons()
{
    QPushButton *later = makeButton(u"answerLater"_s, tr("&Later"), tr("Close; the question stays open"));
    QPushButton *decline = makeButton(
        u"refuseAnswer"_s, m_draft.isContent ? tr("&Decline") : tr("&Refuse"),
        m_draft.isContent ? tr("Send the action “decline”")
                          : tr("Respond with an error. In 2026-07-28, which has no such error, cancel the call."));
    QPushButton *dismiss = makeButton(u"dismissAnswer"_s, tr("&Cancel"),
                                      tr("Send the action “cancel”: you neither accepted nor declined"));
    dismiss->setVisible(m_draft.isContent);
    m_sendAnyway->setIcon(Icons::icon("triangle-alert"));
    connect(later, &QPushButton::clicked, this, &QDialog::reject);
    connect(decline, &QPushButton::clicked, this, &AnswerDialog::refuse);
    connect(dismiss, &QPushButton::clicked, this, &AnswerDialog::dismiss);
    for (QPushButton *button : {m_send, m_sendAnyway})
        connect(button, &QPushButton::clicked, this, &AnswerDialog::send);
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(later);
    layout->addStretch(1);
    for (QPushButton *button : {dismiss, decline, m_sendAnyway, m_send})
        layout->addWidget(button);
    return row;
}

QPushButton *AnswerDialog::makeButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

/// Sends with Ctrl+Enter: Enter alone would send while the user is still in a field. If sending is impossible, the key
/// leads to the problem.
void AnswerDialog::sendByKey()
{
    m_send->setShortcut(Qt::CTRL | Qt::Key_Return);
    m_whyNot = new QShortcut(Qt::CTRL | Qt::Key_Return, this);
    connect(m_whyNot, &QShortcut::activated, this, [this] {
        if (m_writesWhole->isChecked())
            m_whole->edit()->setFocus(); // the problem is explained below it
        else
            m_form->focusProblem();
    });
    const QString toolTip = tr("%1 (Ctrl+Enter)", "what a button does").arg(m_send->toolTip());
    m_send->setToolTip(toolTip);
}

QByteArray AnswerDialog::result() const
{
    return m_writesWhole->isChecked() ? JsonText::compact(m_whole->text())
                                      : m_draft.result(JsonText::compact(m_form->value()));
}

void AnswerDialog::writeWhole(bool whole)
{
    if (whole && m_form->isGood())
        m_whole->setText(JsonText::indented(m_draft.result(m_form->value())));
    m_pages->setCurrentIndex(whole ? 1 : 0);
    if (whole)
        m_whole->setFocus();
    updateButtons();
}

void AnswerDialog::updateButtons()
{
    const bool isWhole = m_writesWhole->isChecked();
    const bool good = m_question && (isWhole ? m_whole->isGood() : m_form->isGood());
    const bool fits = isWhole || !m_form->hasProblems();
    m_send->setEnabled(good && fits);
    m_sendAnyway->setVisible(good && !fits);
    if (m_whyNot)
        m_whyNot->setEnabled(m_question && !m_send->isEnabled());
}

void AnswerDialog::send()
{
    if (m_question)
        m_question->answer(result());
}

void AnswerDialog::refuse()
{
    if (m_question)
        m_question->refuse();
}

void AnswerDialog::dismiss()
{
    if (m_question)
        m_question->answer(Elicitation::dismissed());
}

void AnswerDialog::onEnded(Question::State state, const QString &why)
{
    m_question = nullptr;
    const bool wasActive = isActiveWindow();
    close();
    if (state == Question::State::Withdrawn)
        emit withdrawn(why);
    else if (wasActive)
        emit settled();
}

} // namespace Pullcord
