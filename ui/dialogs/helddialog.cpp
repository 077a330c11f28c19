// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/helddialog.h"

#include "core/capture/formatting.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/envelope.h"
#include "core/rpc/event.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/columnlayout.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QHash>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

enum HeldColumn : int { HeldNumber, HeldMethod, HeldId, HeldWay, HeldSize, HeldTime, HeldRule };
enum RuleColumn : int { RuleName, RuleAction, RuleMatch, RuleMatches, RuleLeft };

void setCell(QTreeWidgetItem &item, int column, const QString &text)
{
    const QString shown = Texts::head(text);
    if (item.text(column) == shown)
        return;
    item.setText(column, shown);
    item.setData(column, Qt::ToolTipRole, Texts::toolTip(text)); // the column may be too narrow
}

void fillHeld(QTreeWidgetItem &item, const JsonValue &message)
{
    const QByteArray id = message.member("id").raw().toByteArray();
    const bool isFromServer = message.member("from").toUtf8() == "server";
    setCell(item, HeldNumber, QString::fromUtf8(message.member("number").raw()));
    setCell(item, HeldMethod, message.member("method").toString());
    setCell(item, HeldId, QString::fromUtf8(id));
    setCell(item, HeldWay, Texts::direction(isFromServer ? Direction::ServerToClient : Direction::ClientToServer));
    setCell(item, HeldSize, Formatting::byteCount(message.member("size").toInteger().value_or(0)));
    setCell(item, HeldTime, Formatting::duration(message.member("milliseconds").toInteger().value_or(0) * 1'000'000));
    setCell(item, HeldRule, u"%1 (%2)"_s.arg(message.member("rule").toString(), message.member("action").toString()));
}

QTreeWidget *makeTable(const QString &name, const QStringList &titles, QWidget *parent)
{
    auto *table = new QTreeWidget(parent);
    table->setObjectName(name);
    table->setHeaderLabels(titles);
    table->setItemDelegate(new ListDelegate(table));
    table->setRootIsDecorated(false);
    table->setUniformRowHeights(true);
    table->setAllColumnsShowFocus(true);
    table->setAlternatingRowColors(true);
    table->setMinimumHeight(table->header()->sizeHint().height() + 3 * ListDelegate::rowHeight(table->fontMetrics()));
    return table;
}

QWidget *makePart(QWidget *parent, QWidget *buddy, const QString &title, const QList<QWidget *> &contents)
{
    auto *part = new QWidget(parent);
    auto *label = new PlainLabel(title, part);
    label->setBuddy(buddy);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    for (QWidget *content : contents)
        layout->addWidget(content, content == contents.constFirst() ? 1 : 0);
    return part;
}

} // namespace

HeldDialog::HeldDialog(Host host, const QString &server, QWidget *parent)
    : QDialog(parent)
    , m_host(std::move(host))
    , m_state(new PeerLabel(this))
    , m_held(makeTable(
          u"heldMessages"_s,
          {tr("No.", "number"), tr("Method"), tr("Id"), tr("Direction"), tr("Size"), tr("Held for"), tr("Rule")}, this))
    , m_editor(new JsonEditor(this))
    , m_release(makeButton(u"releaseMessage"_s, tr("&Release"), tr("Let the selected message pass as it came")))
    , m_change(makeButton(u"releaseChanged"_s, tr("&Edit and Release"),
                          tr("Let the changed text pass instead of the message (Ctrl+Enter)")))
    , m_drop(makeButton(u"dropMessage"_s, tr("&Drop"), tr("The selected message never passes")))
    , m_releaseAll(makeButton(u"releaseAll"_s, tr("Release &All"), tr("Let every held message pass as it came")))
    , m_rules(makeTable(
          u"proxyRules"_s,
          {tr("Rule"), tr("Action"), tr("Match"), tr("Matches"), tr("Remaining", "matches that are left")}, this))
{
    setObjectName(u"heldDialog"_s);
    setWindowTitle(tr("Held Messages of %1").arg(Texts::windowTitle(server)));
    m_state->setObjectName(u"heldState"_s);
    m_state->setMostLines(2);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeHeld());
    splitter->addWidget(makeMessage());
    splitter->addWidget(makeRules());
    for (int part = 0; part < splitter->count(); ++part)
        splitter->setStretchFactor(part, part == 1 ? 2 : 1);
    const int line = fontMetrics().lineSpacing();
    splitter->setSizes({10 * line, 18 * line, 9 * line});
    QPushButton *close =
        makeButton(u"closeHeld"_s, tr("C&lose"), tr("Close; the messages stay held, and the rules as they are"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_state, 1);
    foot->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(splitter, 1);
    layout->addLayout(foot);
    resize(ScreenRoom::bounded(*this, {104 * letterWidth(fontMetrics()), 44 * line}));
    check();
    showState();
    m_held->setFocus();
}

HeldDialog::~HeldDialog() = default;

QPushButton *HeldDialog::makeButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

QWidget *HeldDialog::makeHeld()
{
    m_held->setAccessibleName(tr("Held messages"));
    for (const int column : {HeldNumber, HeldSize, HeldTime})
        m_held->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    auto *columns = new ColumnLayout(m_held, m_held->header());
    columns->setWidths({{6, 5}, {24, 12}, {10, 6}, {13, 11}, {11, 8}, {13, 10}, {24, 12}}, HeldMethod);
    connect(m_held, &QTreeWidget::currentItemChanged, this, &HeldDialog::askForMessage);
    return makePart(this, m_held, tr("&Held messages:"), {m_held});
}

QWidget *HeldDialog::makeMessage()
{
    m_editor->edit()->setAccessibleName(tr("The text of the held message"));
    m_editor->edit()->setPlaceholderText(tr("Select a held message to read and change it"));
    m_editor->setObjectOnly(false);
    m_editor->setMayBeEmpty(true);
    m_change->setShortcut(Qt::CTRL | Qt::Key_Return);
    connect(m_editor, &JsonEditor::changed, this, &HeldDialog::check);
    connect(m_release, &QPushButton::clicked, this, [this] { end("release"_ba); });
    connect(m_change, &QPushButton::clicked, this, [this] { end("release"_ba, m_editor->text()); });
    connect(m_drop, &QPushButton::clicked, this, [this] { end("drop"_ba); });
    connect(m_releaseAll, &QPushButton::clicked, this, &HeldDialog::endAll);
    auto *buttons = new QWidget(this);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    for (QPushButton *button : {m_release, m_change, m_drop})
        row->addWidget(button);
    row->addStretch(1);
    row->addWidget(m_releaseAll);
    return makePart(this, m_editor->edit(), tr("&Message:"), {m_editor, buttons});
}

QWidget *HeldDialog::makeRules()
{
    m_rules->setAccessibleName(tr("Rules of the proxy"));
    m_rules->setToolTip(tr("Press Space or click a check box to switch a rule on or off"));
    for (const int column : {RuleMatches, RuleLeft})
        m_rules->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    auto *columns = new ColumnLayout(m_rules, m_rules->header());
    columns->setWidths({{24, 14}, {12, 10}, {36, 14}, {11, 9}, {12, 10}}, RuleMatch);
    connect(m_rules, &QTreeWidget::itemChanged, this, &HeldDialog::onRuleChanged);
    return makePart(this, m_rules, tr("R&ules:"), {m_rules});
}

qint64 HeldDialog::current() const
{
    const QTreeWidgetItem *item = m_held->currentItem();
    return item ? item->data(HeldNumber, Qt::UserRole).toLongLong() : 0;
}

/// Messages come and go, but keep their order: a row stays where it is while its message is held.
void HeldDialog::setHeld(const JsonValue &result)
{
    QHash<qint64, JsonValue> messages;
    QList<qint64> order;
    for (const JsonMember &each : result.member("held")) {
        order << each.value.member("number").toInteger().value_or(0);
        messages.insert(order.constLast(), each.value);
    }
    m_heldCount = result.member("heldCount").toInteger().value_or(order.size());
    const QSignalBlocker blocker(m_held); // while rows go, others become the current one
    for (int row = m_held->topLevelItemCount() - 1; row >= 0; --row) {
        const qint64 number = m_held->topLevelItem(row)->data(HeldNumber, Qt::UserRole).toLongLong();
        if (!messages.contains(number))
            delete m_held->topLevelItem(row);
    }
    for (qsizetype row = 0; row < order.size(); ++row) {
        if (row >= m_held->topLevelItemCount()) {
            auto *added = new QTreeWidgetItem(m_held);
            added->setData(HeldNumber, Qt::UserRole, order.at(row));
            for (const int column : {HeldNumber, HeldSize, HeldTime})
                added->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        fillHeld(*m_held->topLevelItem(int(row)), messages.value(order.at(row)));
    }
    if (!m_held->currentItem() && m_held->topLevelItemCount() > 0)
        m_held->setCurrentItem(m_held->topLevelItem(0));
    askForMessage(); // none, if the last one has gone
    showState();
}

/// Asks for the text of the current message, unless the editor has it.
void HeldDialog::askForMessage()
{
    const qint64 number = current();
    if (number == m_number)
        return;
    m_number = number;
    m_shown.clear();
    m_editor->setText({});
    m_editor->edit()->setReadOnly(true); // until its text is there
    if (number > 0)
        m_host.call("held"_ba, R"({"number":)" + QByteArray::number(number) + '}');
    updateButtons();
}

void HeldDialog::setMessage(const JsonValue &result)
{
    const JsonValue message = result.member("held").element(0);
    if (message.member("number").toInteger().value_or(0) != m_number)
        return; // the user has selected another one since
    const QByteArray text = message.member("text").toUtf8();
    if (message.member("cut").toBool() == true) {
        m_editor->showHead(text, tr("Too long to change: only the beginning of %1 is shown. The message can be "
                                    "released or dropped.")
                                     .arg(Formatting::byteCount(message.member("size").toInteger().value_or(0))));
    } else {
        m_editor->edit()->setReadOnly(false);
        m_editor->setText(JsonText::indented(text));
    }
    m_editor->edit()->document()->clearUndoRedoStacks(); // undo must not bring another message
    m_shown = m_editor->text();
    check();
}

void HeldDialog::setRules(const JsonValue &result)
{
    const QSignalBlocker blocker(m_rules);
    int row = 0;
    for (const JsonMember &each : result.member("rules")) {
        if (row == m_rules->topLevelItemCount()) {
            auto *added = new QTreeWidgetItem(m_rules);
            for (const int column : {RuleMatches, RuleLeft})
                added->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        QTreeWidgetItem &item = *m_rules->topLevelItem(row++);
        const JsonValue &rule = each.value;
        const QString match = rule.member("match").toString();
        const JsonValue left = rule.member("left");
        item.setData(RuleName, Qt::UserRole, rule.member("name").toString());
        setCell(item, RuleName, rule.member("name").toString());
        setCell(item, RuleAction, rule.member("action").toString());
        setCell(item, RuleMatch, match.isEmpty() ? tr("every message") : match);
        setCell(item, RuleMatches, locale().toString(rule.member("matches").toInteger().value_or(0)));
        setCell(item, RuleLeft, left.isValid() ? locale().toString(left.toInteger().value_or(0)) : QString());
        item.setCheckState(RuleName, rule.member("enabled").toBool() == true ? Qt::Checked : Qt::Unchecked);
    }
    if (!m_rules->currentItem() && row > 0)
        m_rules->setCurrentItem(m_rules->topLevelItem(0));
}

void HeldDialog::onRuleChanged(QTreeWidgetItem *item)
{
    QByteArray params;
    JsonText::setMember(params, "name", JsonText::quoted(QStringView(item->data(RuleName, Qt::UserRole).toString())));
    JsonText::setMember(params, "enabled", item->checkState(RuleName) == Qt::Checked ? "true" : "false");
    m_host.call("setRule"_ba, params);
}

void HeldDialog::check()
{
    const QByteArray text = m_editor->text();
    if (m_number > 0 && m_editor->isGood() && !text.trimmed().isEmpty()) {
        const QStringList remarks = m_host.remarks(text);
        m_editor->setHint(Envelope::of(text).kind == MessageKind::None
                              ? (QStringList{tr("This is not a JSON-RPC message.")} + remarks).join(u'\n')
                              : remarks.join(u'\n'));
    }
    updateButtons();
}

void HeldDialog::updateButtons()
{
    const QByteArray text = m_editor->text();
    const bool isHeld = m_number > 0 && !m_hasEnded;
    const bool isMessage =
        m_editor->isGood() && !text.trimmed().isEmpty() && Envelope::of(text).kind != MessageKind::None;
    m_release->setEnabled(isHeld);
    m_drop->setEnabled(isHeld);
    m_change->setEnabled(isHeld && isMessage && !m_shown.isEmpty() && text != m_shown &&
                         JsonText::compact(text) != JsonText::compact(m_shown));
    m_releaseAll->setEnabled(m_heldCount > 0 && !m_hasEnded);
}

void HeldDialog::end(const QByteArray &method, const QByteArray &message)
{
    QByteArray params = R"({"number":)" + QByteArray::number(m_number) + '}';
    if (!message.isEmpty())
        JsonText::setMember(params, "message", JsonText::quoted(message));
    m_host.call(method, params);
}

void HeldDialog::endAll()
{
    m_host.call("release"_ba, R"({"all":true})"_ba);
}

void HeldDialog::showProblem(const QString &problem)
{
    m_problem = problem;
    showState();
}

void HeldDialog::setEnded()
{
    m_hasEnded = true;
    m_heldCount = 0;
    m_held->clear();
    m_rules->setEnabled(false);
    askForMessage();
    updateButtons();
    showState();
}

void HeldDialog::showState()
{
    const int shown = m_held->topLevelItemCount();
    m_state->setText(m_hasEnded             ? tr("The proxy has ended. Messages that were held did not pass.")
                     : !m_problem.isEmpty() ? m_problem
                     : m_heldCount == 0     ? tr("No message is held.")
                     : m_heldCount > shown  ? tr("%1 messages are held; the first %2 are shown.")
                                                 .arg(locale().toString(m_heldCount), locale().toString(shown))
                                           : tr("%Ln messages are held.", nullptr, shown));
    updateButtons();
}

} // namespace Pullcord
