// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/completion.h"

#include <QLineEdit>
#include <QStringListModel>

#include <functional>

namespace Pullcord {

/// A line that the server completes while somebody types; without an offer of the server it is an ordinary one.
class CompletingLine final : public QLineEdit
{
    Q_OBJECT

public:
    static constexpr qsizetype MostOffered = 10'000; ///< characters; longer values stand in the messages alone

    /// `query` says what to ask at a moment, but for the value typed. The client must outlive the line.
    CompletingLine(Client &client, std::function<CompletionQuery()> query, QWidget *parent = nullptr);
    ~CompletingLine() override;

protected:
    /// Enter takes the completion that is chosen, or closes the completions where none is, and does no more.
    void keyPressEvent(QKeyEvent *event) override;

private:
    void ask(const QString &text);
    void offer(const Result<CompletionResult> &outcome);

    std::function<CompletionQuery()> m_query;
    Completion m_completion;
    QStringListModel m_values;
};

} // namespace Pullcord
