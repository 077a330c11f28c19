// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorenvironment.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Pullcord {

class GuardedProcess;

/// Asks the user's login shell for the environment of its programs.
///
/// Starts the shell like a terminal does (login and interactive, so that it reads all start-up files), in the
/// environment of a desktop host, without a terminal, with an empty standard input, and under the guard.
/// Owner: the Doctor; destroying it ends the shell. Order of signals: answered(), once per ask(), through the event
/// loop.
class LoginShell final : public QObject
{
    Q_OBJECT

public:
    explicit LoginShell(QObject *parent = nullptr);
    ~LoginShell() override;

    /// Returns $SHELL, else the shell of the user database, else /bin/sh.
    [[nodiscard]] static QString program();

    /// Starts the shell, and gives up after `limit`. Call it once.
    void ask(std::chrono::milliseconds limit);

signals:
    /// The variables of the shell, or the problem if there are none.
    void answered(const Pullcord::DoctorEnvironment &environment);

private:
    void onFinished();
    void answer(const TranslatableText &problem);

    std::unique_ptr<GuardedProcess> m_process;
    QString m_program;
    QByteArray m_output;
    QTimer m_limit;
    bool m_answered = false;
};

} // namespace Pullcord
