// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsondiff.h"

#include <QObject>

namespace Pullcord {

/// Compares two JSON texts in a thread of the pool, on copies. The result points into the copies.
class Comparing final : public QObject
{
    Q_OBJECT

public:
    struct Outcome
    {
        QByteArray left; ///< indented
        QByteArray right;
        JsonDiff diff;
    };

    explicit Comparing(QObject *parent = nullptr);
    ~Comparing() override;

    /// Starts a comparison and drops the running one. Both texts must have passed JsonChecker.
    void start(const QByteArray &left, const QByteArray &right);
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] const Outcome &outcome() const { return m_outcome; }

signals:
    /// outcome() is the result of the last start().
    void finished();

private:
    Outcome m_outcome;
    int m_number = 0; ///< number of the last start(); results of earlier ones are dropped
    bool m_isRunning = false;
};

} // namespace Pullcord
