// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/schematab.h"

#include "core/mcp/conversation.h"
#include "core/mcp/validation/mcpschema.h"
#include "ui/models/texts.h"
#include "ui/views/content/contentnote.h"
#include "ui/views/tables/rowchoice.h"

#include <QListWidget>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

ContentNote::Kind kindOf(SchemaVerdict::Kind verdict)
{
    switch (verdict) {
    case SchemaVerdict::Kind::Valid:
        return ContentNote::Kind::Good;
    case SchemaVerdict::Kind::Violated:
        return ContentNote::Kind::Bad;
    case SchemaVerdict::Kind::Undecided:
        return ContentNote::Kind::Warning;
    case SchemaVerdict::Kind::NotChecked:
        break;
    }
    return ContentNote::Kind::Info;
}

} // namespace

SchemaTab::SchemaTab(QWidget *parent)
    : QWidget(parent)
    , m_places(new QListWidget(this))
{
    setObjectName(u"schemaTab"_s);
    m_places->setObjectName(u"schemaPlaces"_s);
    m_places->setAccessibleName(tr("Schema violations; Enter shows one in the tree"));
    m_places->setWordWrap(true);
    m_places->setFrameShape(QFrame::NoFrame);
    m_places->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 0);
    layout->addWidget(m_places, 1);
    layout->addStretch(0);
    connect(new RowChoice(m_places), &RowChoice::chosen, this,
            [this](const QModelIndex &place) { emit placeWanted(place.data(Qt::UserRole).toString()); });
}

SchemaTab::~SchemaTab() = default;

void SchemaTab::setConversation(const Conversation *conversation)
{
    m_conversation = conversation;
    showEntry(-1, {});
}

void SchemaTab::showEntry(qsizetype captureIndex, const QByteArray &message)
{
    m_captureIndex = captureIndex;
    m_message = message;
    m_isFilled = false;
    if (isVisible())
        fill();
}

void SchemaTab::showEvent(QShowEvent *event)
{
    fill();
    QWidget::showEvent(event);
}

void SchemaTab::fill()
{
    if (std::exchange(m_isFilled, true))
        return;
    delete std::exchange(m_note, nullptr);
    m_places->clear();
    m_places->hide();
    if (m_captureIndex < 0)
        return;
    SchemaVerdict check;
    if (m_message.isEmpty()) {
        check.sentence = tr("Not checked: this is not a message.");
    } else {
        const Capture &capture = m_conversation->capture();
        const RequestLog &log = m_conversation->log();
        const qint32 row = capture.entry(m_captureIndex).row;
        check = SchemaVerdict::of(m_message, row == CaptureEntry::NoRow ? QByteArray() : log.record(row).method,
                                  revisionAt(capture, log, m_captureIndex), capture.entry(m_captureIndex).direction);
    }
    m_note = new ContentNote(kindOf(check.kind), Texts::translated(check.sentence), this);
    qobject_cast<QVBoxLayout *>(layout())->insertWidget(0, m_note);
    for (const SchemaVerdict::Place &place : std::as_const(check.places)) {
        const QString where = place.pointer.isEmpty() ? tr("the whole message") : place.pointer;
        auto *item = new QListWidgetItem(
            tr("%1 %2", "a JSON Pointer, and what should be there").arg(where, Texts::translated(place.message)),
            m_places);
        item->setData(Qt::UserRole, place.pointer);
        item->setToolTip(tr("Double-click or press Enter to show it in the tree"));
    }
    m_places->setVisible(!check.places.isEmpty());
}

} // namespace Pullcord
