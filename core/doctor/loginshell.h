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

/// Asks the user's login shell for the environment that it gives its programs.
///
/// The shell is started as a terminal starts it (login and interactive, so that every start-up file is read), from the
/// environment of a desktop host, without a terminal, with an empty standard input, and under the guard.
/// Owner: the Doctor; destroying it ends the shell. Order of signals: answered, once per ask(), through the event loop.
class LoginShell final : public QObject
{
    Q_OBJECT

public:
    explicit LoginShell(QObject *parent = nullptr);
    ~LoginShell() override;

    /// $SHELL, else the shell of the user database, else /bin/sh.
    [[nodiscard]] static QString program();

    /// Gives up after `limit`. Once.
    void ask(std::chrono::milliseconds limit);

signals:
    /// Its variables, or the problem that kept it from naming them.
    void answered(const Pullcord::DoctorEnvironment &environment);

private:
    void onFinished();
    void answer(const Words &problem);

    std::unique_ptr<GuardedProcess> m_process;
    QString m_program;
    QByteArray m_output;
    QTimer m_limit;
    bool m_answered = false;
};

} // namespace Pullcord
