// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/detailsfinder.h"

#include "ui/views/filter/findable.h"
#include "ui/views/filter/findbar.h"

#include <QElapsedTimer>
#include <QLocale>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

Searching::Searching(QObject *parent, std::chrono::milliseconds slice)
    : QObject(parent)
    , m_slice(slice)
{
    connect(&m_next, &SlicedWork::slice, this, [this] {
        if (work())
            m_next.stop();
        emit advanced();
    });
}

Searching::~Searching() = default;

void Searching::start(std::unique_ptr<Finder> finder)
{
    m_finder = std::move(finder);
    if (!m_finder || work())
        m_next.stop();
    else
        m_next.start();
}

const std::vector<qsizetype> &Searching::hits() const
{
    static const std::vector<qsizetype> none;
    return m_finder ? m_finder->hits() : none;
}

/// Returns true at the end of the search.
bool Searching::work()
{
    QElapsedTimer clock;
    clock.start();
    do { // once at least: the process may have waited for its turn since the clock was started
        if (m_finder->advance())
            return true;
    } while (clock.elapsed() < m_slice.count());
    return false;
}

DetailsFinder::DetailsFinder(FindBar *bar, QObject *parent)
    : QObject(parent)
    , m_bar(bar)
{
    connect(bar, &FindBar::textChanged, this, &DetailsFinder::search);
    connect(bar, &FindBar::nextRequested, this, [this] { goOn(true); });
    connect(bar, &FindBar::previousRequested, this, [this] { goOn(false); });
    connect(bar, &FindBar::closed, this, &DetailsFinder::onClosed);
    connect(&m_searching, &Searching::advanced, this, &DetailsFinder::onAdvanced);
}

DetailsFinder::~DetailsFinder() = default;

bool DetailsFinder::isOpen() const
{
    return !m_bar->isHidden();
}

void DetailsFinder::open(const QString &text)
{
    const bool wasOpen = isOpen();
    if (!text.isEmpty())
        m_bar->setText(text);
    m_isWanted = true;
    m_bar->open();
    if (!wasOpen)
        search();
}

void DetailsFinder::setView(Findable *view)
{
    if (m_view && m_view != view)
        m_view->markFound({}, {});
    m_view = view;
    m_bar->setVisible(m_isWanted && m_view);
    if (isOpen())
        search();
}

void DetailsFinder::search()
{
    if (!isOpen() && !m_bar->text().isEmpty())
        return;
    const QString wanted = m_bar->text();
    m_current = -1;
    m_from = m_view ? m_view->findFrom() : 0;
    m_searching.start(m_view && !wanted.isEmpty() ? m_view->finderFor(wanted) : nullptr);
    onAdvanced();
}

void DetailsFinder::onAdvanced()
{
    const std::vector<qsizetype> &hits = m_searching.hits();
    if (m_view)
        m_view->markFound(m_bar->text(), hits);
    const auto first = std::lower_bound(hits.begin(), hits.end(), m_from);
    if (m_current < 0 && first != hits.end())
        show(first - hits.begin());
    else if (m_current < 0 && !hits.empty() && !m_searching.isRunning())
        show(0);
    else
        sayWhere();
}

void DetailsFinder::goOn(bool forward)
{
    if (!m_view)
        return;
    if (!isOpen()) {
        m_isWanted = true;
        m_bar->open();
        search();
        return;
    }
    const auto count = qsizetype(m_searching.hits().size());
    if (count > 0)
        show((m_current + (forward ? 1 : -1) + count) % count);
}

void DetailsFinder::show(qsizetype number)
{
    m_current = number;
    m_view->goToFound(m_searching.hits()[size_t(number)]);
    sayWhere();
}

void DetailsFinder::sayWhere()
{
    const QLocale locale;
    const auto count = qsizetype(m_searching.hits().size());
    const bool hasNone = count == 0 && !m_searching.isRunning() && !m_bar->text().isEmpty();
    const bool isMore = m_searching.isRunning() || m_searching.isFull();
    QString status;
    if (hasNone)
        status = tr("No match");
    else if (m_bar->text().isEmpty())
        status.clear();
    else if (m_current < 0)
        status = tr("Searching…");
    else
        status = tr("%1 of %2%3", "the third is + where there may be more")
                     .arg(locale.toString(m_current + 1), locale.toString(count), isMore ? u"+"_s : QString());
    m_bar->setStatus(status, hasNone);
}

void DetailsFinder::onClosed()
{
    m_isWanted = false;
    m_searching.start(nullptr);
    m_current = -1;
    if (!m_view)
        return;
    m_view->markFound({}, {});
    if (auto *widget = dynamic_cast<QWidget *>(m_view))
        widget->setFocus();
}

} // namespace Pullcord
