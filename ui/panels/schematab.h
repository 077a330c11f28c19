// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QWidget>

class QListWidget;

namespace Pullcord {

class ContentNote;
class Conversation;

/// Whether the message that Details shows is what the schema of its revision of MCP asks for, and where not.
class SchemaTab final : public QWidget
{
    Q_OBJECT

public:
    explicit SchemaTab(QWidget *parent = nullptr);
    ~SchemaTab() override;

    void setConversation(const Conversation *conversation);
    /// `message` is none where the entry is no JSON. -1: nothing is shown.
    void showEntry(qsizetype captureIndex, const QByteArray &message);

signals:
    /// Somebody wants to see the place that is wrong: a JSON Pointer.
    void placeWanted(const QString &pointer);

protected:
    /// It is filled only where it is seen.
    void showEvent(QShowEvent *event) override;

private:
    void fill();

    const Conversation *m_conversation = nullptr;
    qsizetype m_captureIndex = -1;
    QByteArray m_message;
    bool m_isFilled = true;
    ContentNote *m_note = nullptr;
    QListWidget *m_places;
};

} // namespace Pullcord
