// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/answeringdialog.h"

#include "core/json/jsontext.h"
#include "core/mcp/requests/answers.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

AnsweringDialog::AnsweringDialog(const QString &server, const Policies &policies, QWidget *parent)
    : QDialog(parent)
    , m_area(new QScrollArea(this))
{
    setObjectName(u"answeringDialog"_s);
    setWindowTitle(tr("Answering"));
    auto *layout = new QVBoxLayout(this);
    auto *what = new PlainLabel(tr("When %1 asks:").arg(server), this);
    what->setWordWrap(true);
    layout->addWidget(what);
    auto *rules = new QWidget;
    auto *inside = new QVBoxLayout(rules);
    inside->setContentsMargins(0, 0, 0, 0);
    auto *grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    inside->addLayout(grid);
    inside->addStretch(0);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidgetResizable(true);
    m_area->setWidget(rules);
    layout->addWidget(m_area, 1);
    addRow("sampling/createMessage", tr("For a &completion (sampling):"), policies.value("sampling/createMessage"),
           *grid);
    addRow("elicitation/create", tr("The &user (elicitation):"), policies.value("elicitation/create"), *grid);
    addRow("roots/list", tr("For the &roots:"), policies.value("roots/list"), *grid);
    auto *note =
        new PlainLabel(tr("Applies to new questions. A note among the messages marks each answer by a rule."), this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(note);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(64 * letterWidth(fontMetrics()));
    resize(sizeHint().expandedTo(minimumSize()));
    check();
}

AnsweringDialog::~AnsweringDialog() = default;

void AnsweringDialog::addRow(const QByteArray &method, const QString &name, const AnswerPolicy &policy,
                             QGridLayout &grid)
{
    using Kind = AnswerPolicy::Kind;
    const Row row{method, new QComboBox(this), new JsonEditor(this)};
    row.choice->setObjectName(QString::fromLatin1(method));
    row.choice->addItem(tr("Ask me"), int(Kind::Ask));
    row.choice->addItem(tr("Give this answer"), int(Kind::Answer));
    row.choice->addItem(tr("Refuse"), int(Kind::Refuse));
    row.choice->addItem(tr("Never answer, to test the server"), int(Kind::Never));
    row.choice->setCurrentIndex(row.choice->findData(int(policy.kind)));
    row.answer->setText(policy.kind == Kind::Answer ? JsonText::indented(policy.result)
                                                    : Answers::suggestion(method, {}));
    row.answer->edit()->setAccessibleName(tr("The answer to %1").arg(QString::fromLatin1(method)));
    row.answer->setMinimumHeight(7 * fontMetrics().lineSpacing());
    auto *label = new PlainLabel(name, this);
    label->setBuddy(row.choice);
    const int at = grid.rowCount();
    grid.addWidget(label, at, 0);
    grid.addWidget(row.choice, at, 1);
    grid.addWidget(row.answer, at + 1, 0, 1, 2);
    connect(row.choice, &QComboBox::currentIndexChanged, this, &AnsweringDialog::check);
    connect(row.answer, &JsonEditor::changed, this, &AnsweringDialog::check);
    m_rows.append(row);
}

void AnsweringDialog::check()
{
    bool good = true;
    for (const Row &row : std::as_const(m_rows)) {
        const bool isGiven = row.choice->currentData().toInt() == int(AnswerPolicy::Kind::Answer);
        row.answer->setVisible(isGiven);
        good = good && (!isGiven || row.answer->isGood());
    }
    m_ok->setEnabled(good);
    grow();
}

/// Grows when shown, since the size of the text is unknown before.
void AnsweringDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    grow();
}

/// Grows to show everything, as far as the screen has room.
void AnsweringDialog::grow()
{
    const QWidget *rules = m_area->widget();
    // It scrolls vertically only, so rows need their width beside the scroll bar.
    m_area->setMinimumWidth(rules->minimumSizeHint().width() + m_area->verticalScrollBar()->sizeHint().width());
    layout()->activate();
    setMinimumWidth(
        qMax(minimumWidth(), layout()->totalMinimumSize().width())); // the layout does not raise a minimum that was set
    const QSize room = m_area->viewport()->size();
    const int missing = qMax(rules->heightForWidth(room.width()), rules->sizeHint().height()) - room.height();
    const int most = screen()->availableGeometry().height() * 9 / 10;
    if (missing > 0 && height() < most)
        resize(width(), qMin(height() + missing, most));
}

AnsweringDialog::Policies AnsweringDialog::policies() const
{
    Policies policies;
    for (const Row &row : m_rows) {
        const auto kind = AnswerPolicy::Kind(row.choice->currentData().toInt());
        if (kind != AnswerPolicy::Kind::Ask)
            policies.insert(
                row.method,
                {kind, kind == AnswerPolicy::Kind::Answer ? JsonText::compact(row.answer->text()) : QByteArray()});
    }
    return policies;
}

} // namespace Pullcord
