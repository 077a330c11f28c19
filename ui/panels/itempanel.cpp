// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/itempanel.h"

#include "core/mcp/conversation.h"
#include "core/mcp/requests/completion.h"
#include "ui/actions.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/foldingbutton.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollArea>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>
#include <initializer_list>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Line edit with completion by the server; an ordinary one if the server offers none.
class CompletingLine final : public QLineEdit
{
    Q_OBJECT

public:
    static constexpr qsizetype MostOffered = 10'000; ///< in characters; longer values are dropped

    /// `query` returns the current query without the typed value. The client must outlive the line.
    CompletingLine(Client &client, std::function<CompletionQuery()> query, QWidget *parent = nullptr);
    ~CompletingLine() override;

protected:
    /// Enter accepts the selected completion, or else closes the popup; nothing more.
    void keyPressEvent(QKeyEvent *event) override;

private:
    void ask(const QString &text);
    void offer(const Result<CompletionResult> &outcome);

    std::function<CompletionQuery()> m_query;
    Completion m_completion;
    QStringListModel m_values;
};

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

ItemPanel::ItemPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_title(new PeerLabel(this))
    , m_text(new PeerLabel(this))
    , m_form(new QWidget(this))
    , m_layout(new QFormLayout(m_form))
    , m_uri(new PeerLabel(this))
    , m_missing(new FieldNote(this))
{
    setObjectName(u"itemPanel"_s);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_text->setObjectName(u"itemText"_s);
    m_uri->setObjectName(u"itemUri"_s);
    m_missing->setObjectName(u"itemMissing"_s);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_title->setMostLines(2);
    for (PeerLabel *label : {m_title, m_text, m_uri})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *content = new QWidget;
    auto *inside = new QVBoxLayout(content);
    inside->setContentsMargins(0, 0, 0, 0);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_text, m_form, m_uri, m_missing})
        inside->addWidget(widget);
    inside->addStretch(1);
    auto *area = new QScrollArea(this);
    area->setObjectName(u"itemArea"_s);
    area->setAccessibleName(tr("About the selection"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(content);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(m_title);
    layout->addWidget(area, 1);
    layout->addLayout(makeButtons());
}

ItemPanel::~ItemPanel() = default;

QLayout *ItemPanel::makeButtons()
{
    auto *bottom = new QHBoxLayout;
    bottom->addStretch(1);
    for (QAction *action : {m_actions.watchResource, m_actions.fetch}) {
        auto *button = new FoldingButton(this);
        button->setObjectName(action->objectName() + u"Button"_s);
        button->setDefaultAction(action);
        button->setVisible(action->isVisible());
        connect(action, &QAction::visibleChanged, button,
                [button, action] { button->setVisible(action->isVisible()); });
        bottom->addWidget(button);
        m_fetch = button;
    }
    return bottom;
}

void ItemPanel::setConversation(Conversation *conversation)
{
    clear();
    m_typed.clear();
    m_conversation = conversation;
}

void ItemPanel::setItem(CatalogList::Kind kind, const CatalogItem &item)
{
    if (m_item && m_kind == kind && m_item->raw == item.raw)
        return;
    remember();
    m_kind = kind;
    m_item = item;
    m_title->setText(CatalogTexts::title(item));
    m_text->setText(CatalogTexts::summary(kind, item));
    makeFields();
}

void ItemPanel::clear()
{
    if (!m_item)
        return;
    remember();
    m_item.reset();
    makeFields();
}

void ItemPanel::focusFirst()
{
    if (m_arguments.isEmpty())
        m_fetch->setFocus(Qt::OtherFocusReason);
    else
        m_fields.value(m_arguments.constFirst().name)->setFocus(Qt::OtherFocusReason);
}

void ItemPanel::remember()
{
    if (m_item)
        m_typed.insert(m_item->key(), values());
}

void ItemPanel::makeFields()
{
    while (m_layout->rowCount() > 0)
        m_layout->removeRow(0);
    m_fields.clear();
    m_arguments.clear();
    m_template.reset();
    m_uri->setText({});
    if (m_item && m_kind == CatalogList::Kind::Prompts) {
        m_arguments = PromptArgument::of(*m_item);
    } else if (m_item && m_kind == CatalogList::Kind::ResourceTemplates) {
        if (auto parsed = UriTemplate::parse(m_item->uri)) {
            m_template = *parsed;
            for (const QString &name : parsed->variables())
                m_arguments.append({.name = name, .title = name, .description = {}});
        } else {
            m_uri->setText(Texts::head(Texts::sentence(parsed.error())));
        }
    }
    for (const PromptArgument &argument : std::as_const(m_arguments))
        addField(argument);
    m_form->setHidden(m_arguments.isEmpty());
    if (m_template)
        showUri();
    m_uri->setHidden(m_uri->text().isEmpty());
    showMissing();
    emit changed();
}

void ItemPanel::addField(const PromptArgument &argument)
{
    if (m_fields.contains(argument.name))
        return; // a repeated name means one value
    const auto query = [this, name = argument.name] {
        QMap<QString, QString> others = values();
        others.remove(name);
        others.removeIf([](const auto &each) { return each.value().isEmpty(); });
        const bool isOfPrompt = m_kind == CatalogList::Kind::Prompts;
        return CompletionQuery{.of = isOfPrompt ? CompletionQuery::Of::Prompt : CompletionQuery::Of::Template,
                               .name = m_item->key(),
                               .argument = name,
                               .context = others.isEmpty() ? QByteArray() : CompletionQuery::contextOf(others)};
    };
    auto *line = new CompletingLine(*m_conversation->client(), query, m_form);
    line->setObjectName(u"item_"_s + argument.name);
    line->setAccessibleName(Texts::head(argument.title));
    line->setAccessibleDescription(Texts::head(argument.description));
    line->setPlaceholderText(Texts::head(argument.description));
    line->setToolTip(Texts::toolTip(argument.description));
    line->setText(m_typed.value(m_item->key()).value(argument.name));
    const QString title = Texts::head(argument.title);
    auto *label = new PeerLabel(argument.isRequired ? tr("%1 *", "a required argument").arg(title) : title, m_form);
    label->setMostLines(2);
    label->setBuddy(line);
    m_layout->addRow(label, line);
    m_fields.insert(argument.name, line);
    connect(line, &QLineEdit::textChanged, this, [this] {
        if (m_template)
            showUri();
        showMissing();
        emit changed();
    });
    connect(line, &QLineEdit::returnPressed, this, &ItemPanel::onEnter);
}

/// Enter moves to the next missing argument. Only the button sends an incomplete request.
void ItemPanel::onEnter()
{
    for (const PromptArgument &argument : std::as_const(m_arguments)) {
        QLineEdit *line = m_fields.value(argument.name);
        if (isPrompt() && argument.isRequired && line->text().isEmpty()) {
            line->setFocus(Qt::TabFocusReason);
            return;
        }
    }
    m_actions.fetch->trigger();
}

void ItemPanel::showMissing()
{
    const QStringList names = missing();
    m_missing->say(names.isEmpty() ? QString() : tr("Required but empty: %1").arg(names.join(u", "_s)), true);
}

QMap<QString, QString> ItemPanel::values() const
{
    QMap<QString, QString> values;
    for (auto each = m_fields.begin(); each != m_fields.end(); ++each)
        values.insert(each.key(), each.value()->text());
    return values;
}

void ItemPanel::showUri()
{
    m_uri->setText(Texts::head(tr("Expands to %1", "a URI").arg(uri())));
}

bool ItemPanel::canFetch() const
{
    if (!m_item)
        return false;
    if (m_kind != CatalogList::Kind::Prompts)
        return !uri().isEmpty();
    return true;
}

QStringList ItemPanel::missing() const
{
    QStringList titles;
    for (const PromptArgument &argument : m_arguments) {
        if (isPrompt() && argument.isRequired && m_fields.value(argument.name)->text().isEmpty())
            titles << Texts::head(argument.title);
    }
    titles.removeDuplicates();
    return titles;
}

QByteArray ItemPanel::arguments() const
{
    QMap<QString, QString> given = values();
    given.removeIf([](const auto &each) { return each.value().isEmpty(); });
    return given.isEmpty() ? QByteArray() : CompletionQuery::contextOf(given);
}

QString ItemPanel::uri() const
{
    if (!m_item || m_kind == CatalogList::Kind::Prompts)
        return {};
    if (m_kind == CatalogList::Kind::Resources)
        return m_item->uri;
    if (!m_template)
        return {};
    UriTemplate::Values given;
    const QMap<QString, QString> all = values();
    for (auto each = all.begin(); each != all.end(); ++each) {
        if (!each.value().isEmpty())
            given.insert(each.key(), each.value());
    }
    return m_template->expand(given);
}

} // namespace Pullcord

#include "itempanel.moc"
