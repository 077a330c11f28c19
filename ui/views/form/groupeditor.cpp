// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/groupeditor.h"

#include "ui/views/form/fieldheader.h"
#include "ui/views/form/formhost.h"
#include "ui/views/form/memberseditor.h"
#include "ui/views/style/icons.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int DeepestOpen = 2; // deeper groups are folded at first
}

GroupEditor::GroupEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
{
    if (!isBare())
        makeHeader();
}

GroupEditor::~GroupEditor() = default;

bool GroupEditor::isBare() const
{
    return field().depth == 0 || field().isBranch;
}

void GroupEditor::makeHeader()
{
    m_header = new FieldHeader(label(field()), field().description, this);
    name(m_header->arrow());
    m_null = makeNullButton();
    m_add = makeButton(u"add"_s, tr("Add %1").arg(field().title));
    m_add->setText(tr("Add"));
    m_remove = makeButton(u"remove"_s, tr("Omit %1").arg(field().title));
    m_remove->setIcon(Icons::icon("x"));
    for (QToolButton *button : {m_null, m_add, m_remove})
        m_header->addButton(button);
    controlRow()->addWidget(m_header);
    connect(m_header, &FieldHeader::openChanged, this, &GroupEditor::setOpen);
    connect(m_add, &QToolButton::clicked, this, [this] {
        setValue(host().schema().initial(field()));
        begin(); // the pressed button is hidden now
    });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        setValue({});
        m_add->setFocus();
    });
}

QWidget *GroupEditor::control() const
{
    return m_header ? static_cast<QWidget *>(m_header->arrow()) : m_members;
}

QHBoxLayout *GroupEditor::headerRow() const
{
    return m_header ? m_header->row() : nullptr;
}

void GroupEditor::fill(const JsonValue &value)
{
    const bool isPresent = value.isObject();
    m_shown = value.raw().toByteArray();
    if (!m_header) {
        setOpen(isPresent || field().depth == 0);
        return;
    }
    m_add->setVisible(!isPresent);
    m_remove->setVisible(value.isValid() && !field().required);
    m_null->setChecked(value.type() == JsonType::Null);
    m_header->setFoldable(isPresent);
    m_header->setSummary(isPresent         ? QString()
                         : value.isValid() ? QString::fromUtf8(m_shown.left(80))
                                           : tr("(not set)"));
    if (isPresent && !m_wasPresent && field().depth <= DeepestOpen)
        m_header->setOpen(true);
    else if (!isPresent)
        m_header->setOpen(false);
    m_wasPresent = isPresent;
    setOpen(m_header->isOpen());
}

void GroupEditor::setOpen(bool open)
{
    if (open && !m_members) {
        m_members = new MembersEditor(host(), field(), this);
        m_members->setObjectName(objectNameFor(u"members"_s));
        body()->addWidget(m_members);
    }
    if (!m_members)
        return;
    m_members->setVisible(open);
    if (open)
        m_members->fill(JsonValue(m_shown));
    emit host().rearranged();
}

void GroupEditor::begin()
{
    if (m_header)
        m_header->setOpen(m_wasPresent);
    if (control())
        control()->setFocus(); // for an object without members
    if (m_members && !m_members->isHidden())
        m_members->begin();
}

FieldEditor *GroupEditor::editorAt(const QByteArray &pointer)
{
    FieldEditor *inner = m_members && !m_members->isHidden() ? m_members->editorAt(pointer) : nullptr;
    return inner ? inner : this;
}

void GroupEditor::clearProblems()
{
    FieldEditor::clearProblems();
    if (m_members)
        m_members->clearProblems();
}

} // namespace Pullcord
