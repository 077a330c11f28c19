// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/filterbar.h"

#include "ui/views/icons.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

FilterBar::FilterBar(For table, QWidget *parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
    , m_kind(new QComboBox(this))
{
    const bool requests = table == For::Requests;
    m_text->setObjectName(requests ? u"requestFilter"_s : u"messageFilter"_s);
    m_text->setPlaceholderText(requests ? tr("Filter requests") : tr("Filter messages"));
    m_text->setAccessibleName(m_text->placeholderText());
    m_text->setToolTip(tr("Shows only what contains this text, in whichever case"));
    m_text->setClearButtonEnabled(true);
    m_text->addAction(Icons::icon("filter"), QLineEdit::LeadingPosition);
    m_kind->setObjectName(requests ? u"requestKinds"_s : u"messageKinds"_s);
    m_kind->setAccessibleName(requests ? tr("Requests to show") : tr("Messages to show"));
    m_kind->setToolTip(m_kind->accessibleName());

    offer(tr("All"), {});
    if (requests) {
        offer(tr("In flight"), {.states = {RequestState::Queued, RequestState::InFlight, RequestState::Cancelling}});
        offer(tr("Succeeded"), {.states = {RequestState::Succeeded}});
        offer(tr("Failed"), {.states = {RequestState::Failed, RequestState::Lost}});
        offer(tr("Cancelled"), {.states = {RequestState::Cancelled, RequestState::TimedOut}});
    }
    offer(tr("Late"), {.onlyLate = true});
    offer(tr("To server"), {.direction = Direction::ClientToServer});
    offer(tr("From server"), {.direction = Direction::ServerToClient});

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    if (!requests) {
        makeHttp();
        layout->addWidget(m_http);
    }
    layout->addWidget(m_text, 1);
    layout->addWidget(m_kind);
    m_typing.setSingleShot(true);
    m_typing.setInterval(150ms);
    connect(&m_typing, &QTimer::timeout, this, &FilterBar::changed);
    connect(m_text, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_text, &QLineEdit::returnPressed, this, &FilterBar::changed);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &FilterBar::changed);
}

FilterBar::~FilterBar() = default;

void FilterBar::makeHttp()
{
    m_http = new QToolButton(this);
    m_http->setObjectName(u"showHttp"_s);
    m_http->setCheckable(true);
    m_http->setFocusPolicy(Qt::TabFocus);
    m_http->setToolTip(
        tr("Show the steps of HTTP exchanges, and what comes in streams beside messages, as rows too. Each "
           "message shows its own exchange in Details."));
    connect(m_http, &QToolButton::toggled, this, &FilterBar::sayHttp);
    connect(m_http, &QToolButton::toggled, this, &FilterBar::changed);
    sayHttp();
}

bool FilterBar::showsHttp() const
{
    return m_http && m_http->isChecked();
}

void FilterBar::setShowsHttp(bool shows)
{
    if (m_http)
        m_http->setChecked(shows);
}

void FilterBar::setHttpCount(qsizetype count)
{
    m_httpCount = count;
    if (m_http)
        sayHttp();
}

void FilterBar::sayHttp()
{
    const QString count = QLocale().toString(m_httpCount);
    m_http->setText(m_http->isChecked() ? tr("HTTP: %1").arg(count) : tr("HTTP: %1 hidden").arg(count));
    m_http->setHidden(m_httpCount == 0);
}

Filter FilterBar::filter() const
{
    Filter filter = m_kinds.at(m_kind->currentIndex());
    filter.text = m_text->text();
    return filter;
}

void FilterBar::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void FilterBar::offer(const QString &name, const Filter &filter)
{
    m_kinds.append(filter);
    m_kind->addItem(name);
}

} // namespace Pullcord
