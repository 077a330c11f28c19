// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/brancheseditor.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/form/calmcombobox.h"
#include "ui/views/form/formhost.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

BranchesEditor::BranchesEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_branches(host.schema().branches(field))
    , m_row(new QHBoxLayout)
    , m_list(new CalmComboBox(this))
{
    name(m_list);
    if (!field.required)
        m_list->addItem(tr("(not set)"));
    m_before = m_list->count();
    for (const FormField &branch : std::as_const(m_branches)) {
        m_list->addItem(branch.title);
        m_list->setItemData(m_list->count() - 1, Texts::toolTip(branch.description), Qt::ToolTipRole);
    }
    if (const QString title = label(field); !title.isEmpty()) {
        auto *words = new PlainLabel(Texts::noMnemonic(title), this);
        words->setBuddy(m_list);
        AccessibleNames::setToolTip(words, field.description);
        m_row->addWidget(words);
    }
    m_row->addWidget(m_list, 1);
    controlRow()->addLayout(m_row);
    body()->setContentsMargins(indent(*this), 0, 0, 0);
    connect(m_list, &QComboBox::activated, this, [this](int index) { choose(index - m_before); });
}

BranchesEditor::~BranchesEditor() = default;

QWidget *BranchesEditor::control() const
{
    return m_list;
}

QHBoxLayout *BranchesEditor::headerRow() const
{
    return m_row;
}

void BranchesEditor::choose(int branch)
{
    if (branch == m_current)
        return;
    if (m_current >= 0)
        m_left.insert(m_current, m_shown);
    m_current = branch;
    if (branch < 0) {
        setValue({});
    } else {
        const QByteArray left = m_left.value(branch);
        setValue(left.isEmpty() ? host().schema().initial(m_branches.at(branch)) : left);
    }
}

void BranchesEditor::fill(const JsonValue &value)
{
    m_shown = value.raw().toByteArray();
    const bool isTyping = m_shownEditor && host().isSource(*m_shownEditor);
    // While the user types in a branch, keep it: an incomplete value may match another one.
    if (!isTyping)
        m_current = host().schema().branchOf(m_branches, value, m_current);
    const bool isOther = value.isValid() && m_current < 0;
    m_list->setPlaceholderText(isOther ? QString::fromUtf8(m_shown.left(80)) : QString());
    m_list->setCurrentIndex(m_current >= 0 ? m_current + m_before : isOther ? -1 : m_before - 1);
    showBranch(m_current);
    if (m_shownEditor)
        m_shownEditor->fill(value);
}

void BranchesEditor::showBranch(int branch)
{
    if (branch == m_shownBranch)
        return;
    m_shownBranch = branch;
    if (m_shownEditor) {
        body()->removeWidget(m_shownEditor);
        m_shownEditor->hide();
        m_shownEditor->deleteLater();
        m_shownEditor = nullptr;
    }
    if (branch < 0)
        return;
    FormField shown = m_branches.at(branch);
    if (!field().title.isEmpty())
        shown.title = tr("%1: %2", "a field and which of its forms").arg(field().title, shown.title);
    m_shownEditor = make(host(), shown, this);
    body()->addWidget(m_shownEditor);
    m_shownEditor->show();
}

FieldEditor *BranchesEditor::editorAt(const QByteArray &pointer)
{
    return m_shownEditor && pointer != field().pointer ? m_shownEditor->editorAt(pointer) : this;
}

void BranchesEditor::clearProblems()
{
    FieldEditor::clearProblems();
    if (m_shownEditor)
        m_shownEditor->clearProblems();
}

} // namespace Pullcord
