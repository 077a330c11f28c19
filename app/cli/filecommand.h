// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/capture/filter/filteredrows.h"
#include "core/capture/filter/filtertest.h"
#include "core/mcp/conversation.h"

#include <QTimer>

#include <memory>
#include <vector>

namespace Pullcord {

/// A command that reads captures: opens them one after the other, a slice a turn of the event loop, and lets the subclass
/// work once they are read. How far it is stands on a terminal alone.
class FileCommand : public Command
{
    Q_OBJECT

public:
    explicit FileCommand(CliOptions options);
    ~FileCommand() override;

    void start() final;
    void interrupt() override;

protected:
    /// Before anything is opened.
    [[nodiscard]] virtual Outcome check() const { return std::monostate(); }
    /// The file of this number is open, and not read to its end yet.
    virtual void prepare(size_t number) { Q_UNUSED(number) }
    /// A file cannot be read. Whether to go on without it, as if it had not been named; else the command ends with that.
    [[nodiscard]] virtual bool goesOnWithout(const Error &error)
    {
        Q_UNUSED(error)
        return false;
    }
    /// The files are read; ends with end().
    virtual void work() = 0;

    [[nodiscard]] const CliOptions &options() const { return m_options; }
    /// That of the file of this number.
    [[nodiscard]] Conversation &conversation(size_t number = 0) const { return *m_conversations.at(number); }
    /// Goes through the messages and other events, or through the requests, in slices; then calls `then` with those that pass.
    void select(size_t number, const Filter &filter, bool messages,
                const std::function<void(const std::vector<qsizetype> &)> &then);
    /// Calls `each` for the numbers from 0 to below `count`, in slices; then `then`.
    void forEach(qsizetype count, const std::function<void(qsizetype)> &each, const std::function<void()> &then);
    /// What is being done, and how far it is, for a terminal.
    static void tellHowFar(const QString &what, qint64 done, qint64 total);
    /// Calls `step` once a turn of the event loop, until it says that there is no more.
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
