// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/findings/findingsbar.h"

#include "core/capture/formatting.h"
#include "core/mcp/validation/mcpschema.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/texts.h"
#include "ui/views/clearaction.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QToolButton>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qsizetype MostSilent = 1000; // events; fewer are checked before the user could read the number

} // namespace

FindingsBar::FindingsBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
    , m_least(new QComboBox(this))
    , m_silenced(new QToolButton(this))
    , m_unapplied(new PlainLabel(this))
    , m_checked(new PlainLabel(this))
{
    m_text->setObjectName(u"findingsFilter"_s);
    m_text->setPlaceholderText(tr("Filter findings"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->setToolTip(
        tr("Shows findings that contain this text in the code, title, request or description; case is ignored"));
    new ClearAction(m_text);
    m_text->addAction(Icons::icon("filter"), QLineEdit::LeadingPosition);
    m_least->setObjectName(u"findingsLeast"_s);
    AccessibleNames::name(m_least, tr("Minimum severity"));
    m_least->setToolTip(tr("Shows findings of this severity and above"));
    m_least->addItems({tr("All severities"), tr("Warnings and errors"), tr("Errors")}); // indexed by FindingSeverity
    m_least->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_silenced->setObjectName(u"findingsSilenced"_s);
    m_silenced->setPopupMode(QToolButton::InstantPopup);
    m_silenced->setFocusPolicy(Qt::StrongFocus);
    m_silenced->setToolTip(tr("Rules muted for this server; choose one to unmute it"));
    m_silenced->setMenu(new QMenu(m_silenced));
    m_unapplied->setObjectName(u"findingsUnapplied"_s);
    m_checked->setObjectName(u"findingsChecked"_s);
    const int least = 12 * letterWidth(fontMetrics());
    m_text->setMinimumWidth(least); // a narrow window elides them
    m_least->setMinimumWidth(least);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 2, 2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_unapplied);
    layout->addWidget(m_checked);
    layout->addWidget(m_least);
    layout->addWidget(m_silenced);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150ms);
    connect(&m_typing, &QTimer::timeout, this, &FindingsBar::changed);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_text, &QLineEdit::returnPressed, this, &FindingsBar::changed);
    connect(m_least, &QComboBox::currentIndexChanged, this, &FindingsBar::changed);
    setSilenced({});
    setUnapplied({});
    setChecked(0, {});
}

FindingsBar::~FindingsBar() = default;

FindingSeverity FindingsBar::least() const
{
    return FindingSeverity(m_least->currentIndex());
}

QString FindingsBar::text() const
{
    return m_text->text();
}

bool FindingsBar::isFiltering() const
{
    return m_least->currentIndex() > 0 || !m_text->text().isEmpty();
}

void FindingsBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void FindingsBar::setSilenced(const QSet<FindingCode> &codes)
{
    m_codes = codes;
    m_silenced->setText(tr("Muted: %1", "how many rules").arg(QLocale().toString(codes.size())));
    m_silenced->setHidden(codes.isEmpty());
    fillMenu();
}

void FindingsBar::setUnapplied(const UnappliedRules &rules)
{
    m_unapplied->setText(tr("Rules not applied: %1", "how many").arg(QLocale().toString(rules.codes.size())));
    AccessibleNames::setToolTip(m_unapplied, Texts::translated(rules.words()));
    m_unapplied->setHidden(rules.isEmpty());
}

void FindingsBar::setChecked(qsizetype toCheck, const UncheckedMessages &unchecked)
{
    const auto number = [](qint64 count) { return QLocale().toString(count); };
    QStringList reasons;
    if (unchecked.tooLong > 0)
        reasons
            << tr("Longer than %1: %2").arg(Formatting::byteCount(SchemaVerdict::Longest), number(unchecked.tooLong));
    if (unchecked.noRevision > 0)
        reasons << tr("Unknown protocol revision: %1").arg(number(unchecked.noRevision));
    if (unchecked.tooLarge > 0)
        reasons << tr("Too large to check completely: %1").arg(number(unchecked.tooLarge));
    if (unchecked.undecided > 0)
        reasons << tr("Schema gives no verdict: %1").arg(number(unchecked.undecided));
    if (unchecked.masked > 0)
        reasons << tr("Redacted: %1").arg(number(unchecked.masked));
    const bool isBehind = toCheck > MostSilent;
    m_checked->setText(isBehind ? tr("Still to check: %1", "messages").arg(number(toCheck))
                                : tr("Not checked: %1", "messages").arg(number(unchecked.count())));
    AccessibleNames::setToolTip(m_checked, isBehind
                                               ? tr("Messages are validated against the MCP schemas in the background")
                                               : reasons.join(u'\n'));
    m_checked->setVisible(isBehind || unchecked.count() > 0);
}

void FindingsBar::fillMenu()
{
    QMenu *menu = m_silenced->menu();
    menu->clear();
    for (const FindingKind &kind : FindingKind::all()) {
        if (!m_codes.contains(kind.code))
            continue;
        QAction *action = menu->addAction(Texts::codeAndTitle(kind));
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::triggered, this, [this, code = kind.code] { emit bringBackWanted({code}); });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("&Unmute All")), &QAction::triggered, this, [this] { emit bringBackWanted(m_codes); });
}

} // namespace Pullcord
