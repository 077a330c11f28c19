// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/workbench.h"

#include "core/mcp/conversation.h"
#include "ui/panels/detailspanel.h"
#include "ui/panels/findingspanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverlogpanel.h"
#include "ui/views/filterbar.h"
#include "ui/views/requesttable.h"

#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

// The selection, and its effect on other panels.

namespace Pullcord {

LogTable *Workbench::selectedTable() const
{
    return m_selected == Place::Messages    ? m_messages->table()
           : m_selected == Place::ServerLog ? m_log->table()
           : m_selected == Place::Findings  ? m_findings->table()
                                            : m_requests->table();
}

void Workbench::setSelected(Place place)
{
    m_selected = place;
    for (LogTable *table :
         {static_cast<LogTable *>(m_requests->table()), m_messages->table(), m_log->table(), m_findings->table()})
        table->setLeads(table == selectedTable());
}

QList<LogTable *> Workbench::sortableTables() const
{
    return {m_requests->table(), m_messages->table()};
}

LogTable *Workbench::sortableTable() const
{
    LogTable *table = selectedTable();
    return sortableTables().contains(table) ? table : nullptr;
}

QList<MarkedPlace> Workbench::selectedPlaces() const
{
    if (!m_conversation)
        return {};
    if (m_selected == Place::Requests)
        return m_requests->selectedPlaces();
    const std::vector<qsizetype> events =
        m_selected == Place::Messages ? m_messages->selectedEvents() : selectedEntries();
    QList<MarkedPlace> places;
    for (const qsizetype event : events)
        places.append(MarkedPlace{.event = event});
    return places;
}

std::vector<qsizetype> Workbench::selectedEntries() const
{
    return m_selected == Place::Messages    ? m_messages->selectedIndices()
           : m_selected == Place::ServerLog ? m_log->selectedEvents()
                                            : m_findings->selectedEvents();
}

bool Workbench::hasSelection() const
{
    return m_conversation && selectedTable()->selectionModel()->hasSelection();
}

ExportSelection Workbench::selection() const
{
    const Marks &marks = m_conversation->log().marks();
    if (m_selected != Place::Requests)
        return ExportSelection::ofEvents(selectedEntries()).withMarks(marks);
    const QList<qsizetype> rows = m_requests->selectedWholes();
    return ExportSelection::ofRequests(m_conversation->capture(), m_conversation->log(), {rows.begin(), rows.end()})
        .withMarks(marks);
}

std::vector<qsizetype> Workbench::selectedMessages() const
{
    return m_selected == Place::Messages ? m_messages->selectedIndices() : std::vector<qsizetype>();
}

QByteArrayList Workbench::selectedBytes() const
{
    std::vector<qsizetype> indices;
    if (m_selected != Place::Requests) {
        indices = selectedEntries();
    } else {
        const QList<qsizetype> rows = m_requests->selectedRows();
        for (const qsizetype row : rows)
            indices.push_back(m_conversation->log().record(row).requestEvent);
    }
    QByteArrayList messages;
    for (const qsizetype index : indices) {
        if (index >= 0)
            messages << m_conversation->capture().eventAt(index).bytes;
    }
    return messages;
}

qsizetype Workbench::requestOfMessage() const
{
    if (m_selected == Place::ServerLog)
        return m_log->currentRequest();
    if (m_selected == Place::Findings)
        return m_findings->currentRequest();
    const qsizetype index = m_messages->currentIndex();
    return m_conversation && index >= 0 ? m_conversation->capture().entry(index).row : -1;
}

qsizetype Workbench::messageToShow() const
{
    if (m_selected == Place::ServerLog)
        return m_log->currentEvent();
    if (m_selected == Place::Findings)
        return m_findings->currentEvent();
    const qsizetype row = m_requests->currentRow();
    return m_conversation && row >= 0 ? m_conversation->log().record(row).requestEvent : -1;
}

qsizetype Workbench::selectedEntry() const
{
    return m_conversation && m_selected == Place::Messages ? m_messages->currentIndex() : messageToShow();
}

bool Workbench::isHiddenByFilter() const
{
    const bool isRequest = m_details->logRow() >= 0;
    const LogModel &model = isRequest ? static_cast<const LogModel &>(m_requests->model()) : m_messages->model();
    const qsizetype shown = isRequest ? m_details->logRow() : m_details->captureIndex();
    return m_conversation && shown >= 0 && !model.isSearching() && model.rowOf(shown) < 0 &&
           (isRequest || m_selected == Place::Messages);
}

void Workbench::showCurrent()
{
    const bool isRequest = m_selected == Place::Requests;
    const qsizetype current = isRequest ? m_requests->currentRow() : m_messages->currentIndex();
    if (current < 0) // the reason, the user or the filter, is only known later
        return QTimer::singleShot(0, this, &Workbench::giveUp);
    isRequest ? m_details->showRequest(current) : m_details->showMessage(current);
    tellHidden();
}

void Workbench::giveUp()
{
    tellHidden();
    const bool isNone = (m_selected == Place::Requests && m_requests->currentRow() < 0) ||
                        (m_selected == Place::Messages && m_messages->currentIndex() < 0);
    if (isNone && !isHiddenByFilter())
        m_details->showNothing();
}

/// Details keep showing a hidden row; it is selected again when it reappears.
void Workbench::tellHidden()
{
    const bool wasHidden = m_hidden->isVisibleTo(m_details);
    const bool isHidden = isHiddenByFilter();
    m_hidden->setVisible(isHidden);
    if (wasHidden && !isHidden && m_details->logRow() >= 0 && m_requests->currentRow() < 0)
        m_requests->select(m_details->logRow());
}

void Workbench::showInRequests()
{
    showTables();
    showRequest(requestOfMessage());
}

void Workbench::showRequest(qsizetype row)
{
    if (row < 0)
        return;
    if (!m_requests->passesFilter(row))
        m_requests->filterBar()->showOnly({}); // the filter hides the row
    m_requests->select(row);
}

void Workbench::showInMessages()
{
    showTables();
    showMessage(messageToShow());
}

void Workbench::showMessage(qsizetype captureIndex)
{
    if (!m_conversation || captureIndex < 0)
        return;
    m_lower->setCurrentWidget(m_messages);
    m_messages->select(captureIndex);
}

} // namespace Pullcord
