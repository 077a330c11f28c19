// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"
#include "core/doctor/connectionstages.h"
#include "core/doctor/doctorenvironment.h"
#include "core/doctor/networkstages.h"

#include <QObject>
#include <QPointer>

#include <chrono>
#include <memory>
#include <optional>

namespace Pullcord {

class LoginShell;

/// Finds out why a server does not start or connect. It runs stages one after the other; each has a verdict, facts, and
/// next steps. Later stages run if possible even after a failure.
///
/// Owner: the view or command that shows the stages. It starts the server up to twice, sends what a host sends at its
/// start, calls no tool, and leaves nothing behind. Every stage ends in bounded time.
/// Order of signals: stageChanged() twice for each stage (running, over), in the order of stages(), then finished(),
/// once.
class Doctor final : public QObject
{
    Q_OBJECT

public:
    /// The server to examine, and how.
    struct Options
    {
        ServerTarget target;
        DoctorEnvironment::Kind environment = DoctorEnvironment::Kind::ThisProgram; ///< of a program on stdio
        DoctorStage::Surface surface = DoctorStage::Surface::CommandLine;           ///< where reports are read
        QString clientName;
        QString clientVersion;
        std::chrono::milliseconds timeout{30'000};      ///< for each request
        std::chrono::milliseconds shellTimeout{10'000}; ///< for the login shell
    };

    explicit Doctor(Options options, QObject *parent = nullptr);
    ~Doctor() override;

    /// Starts the examination. Call it once.
    void start();
    /// Skips all remaining stages and kills what runs. finished() follows, unless it has been emitted.
    void stop();

    [[nodiscard]] const Options &options() const { return m_options; }
    [[nodiscard]] const QList<DoctorStage> &stages() const { return m_stages; }
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// True after a successful handshake.
    [[nodiscard]] bool hasConnected() const { return m_hasConnected; }
    /// Returns the worst verdict so far.
    [[nodiscard]] DoctorStage::Verdict verdict() const;

signals:
    /// The stage with that index has started, or is over.
    void stageChanged(qsizetype index);
    /// All stages are over.
    void finished();

private:
    using Id = DoctorStage::Id;

    void runNext();
    void run(Id id);
    void conclude(DoctorStage stage);
    void skip(const TranslatableText &why);
    void finish();

    void examineCommand();
    void onShellAnswered(const DoctorEnvironment &shell);
    void runStdio(Id id);
    void runHttp(Id id);
    void runConnected(Id id);
    void connectAgain();
    [[nodiscard]] DoctorStage withFaults(DoctorStage stage) const;
    [[nodiscard]] QString runner() const;
    void probe(void (NetworkProbe::*step)(), DoctorStage (*judge)(const NetworkProbe::Facts &));
    void askForMetadata();
    void readMetadata(const QByteArray &body);
    [[nodiscard]] std::unique_ptr<TrialConnection> makeTrial() const;
    /// Calls `next` at the end of the step that `begin` starts.
    template<typename Begin, typename Next>
    void await(TrialConnection &trial, Begin begin, Next next);

    Options m_options;
    QList<DoctorStage> m_stages;
    qsizetype m_at = -1; ///< index of the running stage
    bool m_isRunning = false;
    bool m_hasConnected = false;

    std::unique_ptr<LoginShell> m_shell;
    std::optional<StdioCommand> m_command; ///< the command to start; none if it cannot be started
    TranslatableText m_where;              ///< the environment, if it is not the chosen one
    std::unique_ptr<NetworkProbe> m_network;
    std::unique_ptr<HttpExchange> m_metadataExchange;
    QByteArray m_metadataBody;
    NetworkStages::AuthorizationFacts m_metadata;
    std::unique_ptr<TrialConnection> m_trial;
    std::unique_ptr<TrialConnection> m_second;
};

} // namespace Pullcord
