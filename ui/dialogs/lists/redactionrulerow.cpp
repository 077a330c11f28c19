// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/redactionrulerow.h"

#include "core/capture/export/redaction/redaction.h"
#include "ui/models/texts.h"
#include "ui/views/clearaction.h"
#include "ui/views/form/calmcombobox.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/fieldnote.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

RedactionRuleRow::RedactionRuleRow(const QString &rule, QWidget *parent)
    : QWidget(parent)
    , m_kind(new CalmComboBox(this))
    , m_what(new QLineEdit(rule.section(u':', 1), this))
    , m_remove(new QToolButton(this))
    , m_note(new FieldNote(this))
{
    m_kind->setObjectName(u"redactionKind"_s);
    m_kind->addItem(tr("Header"), u"header"_s);
    m_kind->addItem(tr("Environment variable"), u"env"_s);
    m_kind->addItem(tr("JSON pointer"), u"pointer"_s);
    m_kind->addItem(tr("Pattern", "a regular expression"), u"pattern"_s);
    m_kind->setCurrentIndex(qMax(0, m_kind->findData(rule.section(u':', 0, 0))));
    m_what->setObjectName(u"redactionWhat"_s);
    new ClearAction(m_what);
    m_remove->setObjectName(u"redactionRemove"_s);
    m_remove->setIcon(Icons::icon("trash-2"));
    m_remove->setAutoRaise(true);
    m_remove->setFocusPolicy(Qt::TabFocus);
    m_remove->setToolTip(tr("Remove this rule"));
    m_note->setObjectName(u"redactionNote"_s);
    auto *line = new QHBoxLayout;
    line->addWidget(m_kind);
    line->addWidget(m_what, 1);
    line->addWidget(m_remove);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_note);
    const auto onChange = [this] {
        check();
        emit changed();
    };
    connect(m_kind, &QComboBox::currentIndexChanged, this, onChange);
    connect(m_what, &QLineEdit::textChanged, this, onChange);
    connect(m_remove, &QToolButton::clicked, this, &RedactionRuleRow::removeRequested);
    check();
}

RedactionRuleRow::~RedactionRuleRow() = default;

QString RedactionRuleRow::rule() const
{
    return m_what->text().isEmpty() ? QString() : m_kind->currentData().toString() + u':' + m_what->text();
}

void RedactionRuleRow::check()
{
    const QStringList examples{u"X-Team-Key"_s, u"DATABASE_URL"_s, u"/params/arguments/*"_s, u"cus_[0-9]+"_s};
    m_what->setPlaceholderText(tr("Such as %1").arg(examples.value(m_kind->currentIndex())));
    const auto redaction = Redaction::parse({rule()});
    m_isBad = !redaction;
    const bool isPath = m_kind->currentData().toString() == "pointer"_L1;
    m_note->say(!m_isBad ? QString()
                : isPath ? tr("A JSON pointer begins with /; * matches any single step.")
                         : Texts::translated(redaction.error().detail));
}

void RedactionRuleRow::setPlace(qsizetype place)
{
    const QString number = tr("rule %1").arg(place + 1);
    AccessibleNames::name(m_kind, tr("Kind, %1").arg(number));
    m_what->setAccessibleName(tr("Value to redact, %1").arg(number));
    m_remove->setAccessibleName(tr("Remove, %1").arg(number));
}

void RedactionRuleRow::begin()
{
    m_what->setFocus(Qt::OtherFocusReason);
}

} // namespace Pullcord
