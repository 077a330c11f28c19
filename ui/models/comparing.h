// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsondiff.h"

#include <QObject>

namespace Pullcord {

/// A comparison of two JSON texts under way. It works on values, beside the event loop; what it finds points into them.
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

    /// In the place of the one before. Both must have passed JsonChecker.
    void start(const QByteArray &left, const QByteArray &right);
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] const Outcome &outcome() const { return m_outcome; }

signals:
    /// outcome() is that of the last start().
    void finished();

private:
    Outcome m_outcome;
    int m_number = 0; ///< of the last start: what comes of earlier ones is dropped
    bool m_isRunning = false;
};

} // namespace Pullcord
