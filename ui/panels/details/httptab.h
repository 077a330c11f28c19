// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/httpexchanges.h"

#include <QWidget>

namespace Pullcord {

class Conversation;
class HttpView;

/// HTTP exchanges behind the contents of Details: all exchanges of a request's story, or that of an event.
class HttpTab final : public QWidget
{
    Q_OBJECT

public:
    explicit HttpTab(QWidget *parent = nullptr);
    ~HttpTab() override;

    void setConversation(const Conversation *conversation);
    /// `logRow` is a row of the log.
    void showRequest(qsizetype logRow);
    /// `captureIndex` is an index in the capture.
    void showEntry(qsizetype captureIndex);
    void showNothing();
    /// Call when data may have arrived.
    void refresh();
    /// True if any part of the conversation used HTTP.
    [[nodiscard]] bool hasAny() const { return !m_exchanges.isEmpty(); }

signals:
    /// hasAny() may have changed.
    void changed();

protected:
    /// Updates the contents, which are only kept up to date while visible.
    void showEvent(QShowEvent *event) override;

private:
    /// A part of a request's story, with its exchange.
    struct Part
    {
        QString purpose;
        int exchange = 0;
    };
    void find();
    void fill();
    void findForRequest();
    [[nodiscard]] bool isPost(qsizetype request) const;
    void addPart(const QString &purpose, qint64 event);

    const Conversation *m_conversation = nullptr;
    HttpExchanges m_exchanges;
    HttpView *m_view;
    qsizetype m_logRow = -1;
    qsizetype m_captureIndex = -1;
    quint32 m_connection = 0;
    QList<Part> m_parts;
};

} // namespace Pullcord
