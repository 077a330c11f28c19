// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/checkreport.h"
#include "app/cli/servercommand.h"

#include <QPointer>

#include <functional>

namespace Pullcord {

/// `check -- SERVER`: asks the server for its lists, calls a tool and cancels it, sends a cancel of a request that never was,
/// and tells what the server did against the protocol. What we do on purpose is not held against anybody.
class CheckServerCommand final : public ServerCommand
{
    Q_OBJECT

public:
    explicit CheckServerCommand(CliOptions options);

protected:
    void prepare() override;
    void work() override;
    void onConnectionFailed(int exitCode) override;
    void onDisconnected(const QString &how) override;

private:
    using Step = void (CheckServerCommand::*)();

    void askForLists();
    void measureRoundTrip();
    void beginTool();
    void callToEnd();
    void onMeasured(const Result<QByteArray> &outcome);
    void callToCancel();
    void tellNotTried(const Result<QByteArray> &outcome);
    void onCancelled(const Result<QByteArray> &outcome);
    void awaitStream(const std::function<void()> &then);
    void cancelNothing();
    void awaitComplaints();
    void finish();

    LogicalCall *call();
    void probe(const std::function<void()> &then);
    void stepDone(Step next);
    [[nodiscard]] std::optional<qint64> answeredAmiss() const;
    [[nodiscard]] bool isStreamOpen() const; ///< of the call that was cancelled
    [[nodiscard]] const Dialect &dialect() const { return conversation().session()->tracker().dialect(); }

    std::unique_ptr<Findings> m_findings;
    CheckReport m_report;
    QPointer<LogicalCall> m_call;
    qint64 m_row = -1;                  ///< in the log, of its last leg
    std::chrono::nanoseconds m_took{0}; ///< the call to its end
    int m_open = 0;                     ///< what the next step waits for
    int m_code = ExitOk;                ///< of what could not be checked
    bool m_looks = false;               ///< there is something to report
    bool m_hasFailed = false;           ///< to connect
    bool m_done = false;                ///< with all that was to be done
};

} // namespace Pullcord
