// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/capture/filter/filteredrows.h"
#include "core/capture/filter/filterpredicate.h"
#include "core/mcp/conversation.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace Pullcord {

/// A command that reads captures. Opens them one after the other, in slices of the event loop, and then calls work().
/// Shows its progress on a terminal only.
class FileCommand : public Command
{
    Q_OBJECT

public:
    explicit FileCommand(CliOptions options);
    ~FileCommand() override;

    void start() final;
    void interrupt() override;

protected:
    /// Called before any file is opened.
    [[nodiscard]] virtual Outcome check() const { return std::monostate(); }
    /// Called when a file was opened, before it is read. `number` is its index.
    virtual void prepare(size_t number) { Q_UNUSED(number) }
    /// Called when a file cannot be read. Returns true to continue without it; otherwise the command ends with the
    /// error.
    [[nodiscard]] virtual bool canSkip(const Error &error)
    {
        Q_UNUSED(error)
        return false;
    }
    /// Called when all files are read; must call end().
    virtual void work() = 0;

    [[nodiscard]] const CliOptions &options() const { return m_options; }
    /// Returns the conversation of that file.
    [[nodiscard]] Conversation &conversation(size_t number = 0) const { return *m_conversations.at(number); }
    /// Filters the messages and other events, or the requests, in slices; then calls `then` with those that pass.
    void select(size_t number, const Filter &filter, bool messages,
                const std::function<void(const std::vector<qsizetype> &)> &then);
    /// Calls `each` for the numbers below `count`, in slices; then `then`.
    void forEach(qsizetype count, const std::function<void(qsizetype)> &each, const std::function<void()> &then);
    /// Shows the current activity and its progress on a terminal.
    static void showProgress(const QString &what, qint64 done, qint64 total);
    /// Calls `step` once per turn of the event loop until it returns false.
    void repeat(const std::function<bool()> &step);
    void end(int exitCode);
    void end(const Outcome &outcome);

private:
    void openNext();

    CliOptions m_options;
    std::vector<std::unique_ptr<Conversation>> m_conversations;
    std::function<bool()> m_step;
    QTimer m_timer;
};

} // namespace Pullcord
