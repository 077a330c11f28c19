// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/serverlogbar.h"

#include "ui/views/clearaction.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

ServerLogBar::ServerLogBar(QWidget *parent)
    : QWidget(parent)
    , m_asked(new QComboBox(this))
    , m_least(new QComboBox(this))
    , m_text(new QLineEdit(this))
{
    m_asked->setObjectName(u"logAsked"_s);
    m_asked->setAccessibleName(tr("Level requested from the server"));
    m_asked->addItem(QString());
    m_least->setObjectName(u"logLeast"_s);
    AccessibleNames::name(m_least, tr("Minimum level"));
    m_least->setToolTip(tr("Shows messages of this level and above"));
    for (const LogLevel level : allLogLevels()) {
        const QString name = nameOf(level);
        m_asked->addItem(name);
        m_least->addItem(level == LogLevel::Debug       ? tr("All levels")
                         : level == LogLevel::Emergency ? name
                                                        : tr("%1 and above", "a log level").arg(name));
    }
    m_text->setObjectName(u"logFilter"_s);
    m_text->setPlaceholderText(tr("Filter log"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->setToolTip(tr("Shows messages that contain this text in the level, logger or data; case is ignored"));
    new ClearAction(m_text);
    m_text->addAction(Icons::icon("filter"), QLineEdit::LeadingPosition);
    setAsked({}, Unasked::Chooses);
    auto *label = new PlainLabel(tr("As&k for:", "a log level"), this);
    label->setBuddy(m_asked);
    const int least = 12 * letterWidth(fontMetrics());
    for (QWidget *each :
         {static_cast<QWidget *>(m_asked), static_cast<QWidget *>(m_text), static_cast<QWidget *>(m_least)})
        each->setMinimumWidth(least); // a narrow window elides them
    for (QComboBox *each : {m_asked, m_least})
        each->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 2, 2);
    layout->addWidget(label);
    layout->addWidget(m_asked);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_least);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150ms);
    connect(&m_typing, &QTimer::timeout, this, &ServerLogBar::changed);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_text, &QLineEdit::returnPressed, this, &ServerLogBar::changed);
    connect(m_least, &QComboBox::currentIndexChanged, this, &ServerLogBar::changed);
    connect(m_asked, &QComboBox::activated, this,
            [this](int index) { emit asked(index == 0 ? std::nullopt : std::optional(allLogLevels().at(index - 1))); });
}

ServerLogBar::~ServerLogBar() = default;

LogLevel ServerLogBar::least() const
{
    return allLogLevels().at(m_least->currentIndex());
}

QString ServerLogBar::text() const
{
    return m_text->text();
}

bool ServerLogBar::isFiltering() const
{
    return m_least->currentIndex() > 0 || !m_text->text().isEmpty();
}

void ServerLogBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void ServerLogBar::setAsked(std::optional<LogLevel> level, Unasked unasked)
{
    m_asked->setItemText(0, unasked == Unasked::IsSilent ? tr("none", "of the log level")
                            : unasked == Unasked::Chooses
                                ? tr("server's choice", "of the log level")
                                : tr("server's choice, once reconnected", "of the log level"));
    m_asked->setCurrentIndex(level ? int(allLogLevels().indexOf(*level)) + 1 : 0);
}

void ServerLogBar::setCanAsk(bool can, const QString &why)
{
    m_asked->setEnabled(can);
    AccessibleNames::setToolTip(m_asked, why);
}

} // namespace Pullcord
