// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/checkreport.h"
#include "app/cli/servers/servercommand.h"

#include <QPointer>

#include <functional>

namespace Pullcord {

/// `check -- SERVER`: requests the lists of the server, calls a tool and cancels it, sends a cancel of an unknown
/// request, and prints the violations of the server. Its own intentional violations are not reported.
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
    void reportUnloaded(const Error &error);
    void measureRoundTrip();
    void beginTool();
    void callToEnd();
    void onMeasured(const Result<QByteArray> &outcome);
    void callToCancel();
    void reportNotTried(const Result<QByteArray> &outcome);
    void onCancelled(const Result<QByteArray> &outcome);
    void awaitStream(const std::function<void()> &then);
    void cancelNothing();
    void awaitComplaints();
    void finish();

    LogicalCall *call();
    void probe(const std::function<void()> &then);
    void stepDone(Step next);
    [[nodiscard]] std::optional<qint64> answeredAmiss() const;
    [[nodiscard]] bool isConnected() const;  ///< and is not disconnecting
    [[nodiscard]] bool isStreamOpen() const; ///< stream of the cancelled call
    [[nodiscard]] const Dialect &dialect() const { return conversation().rpc()->tracker().dialect(); }

    std::unique_ptr<Findings> m_findings;
    CheckReport m_report;
    QPointer<LogicalCall> m_call;
    QList<Error> m_refusals;            ///< of lists, whose connection may have ended
    bool m_lacksTools = false;          ///< the list of tools could not be loaded
    qint64 m_row = -1;                  ///< row of the last leg
    std::chrono::nanoseconds m_took{0}; ///< duration of the complete call
    int m_open = 0;                     ///< number of responses that the next step waits for
    int m_code = ExitOk;                ///< exit code for steps that failed
    bool m_looks = false;               ///< there is something to report
    bool m_hasFailed = false;           ///< the connection failed
    bool m_done = false;                ///< all steps are done
};

} // namespace Pullcord
