// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QWidget>

class QListWidget;

namespace Pullcord {

class ContentNote;
class Conversation;

/// Validation of the message in Details by the schema of its MCP revision.
class SchemaTab final : public QWidget
{
    Q_OBJECT

public:
    explicit SchemaTab(QWidget *parent = nullptr);
    ~SchemaTab() override;

    void setConversation(const Conversation *conversation);
    /// `message` is empty unless the entry is JSON. -1 clears the tab.
    void showEntry(qsizetype captureIndex, const QByteArray &message);

signals:
    /// The user wants to see the place of an error, a JSON Pointer.
    void placeWanted(const QString &pointer);

protected:
    /// Updates the contents, which are only kept up to date while visible.
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
