// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "core/result.h"

#include <QSet>

namespace Pullcord {

class RequestLog;

/// Known and accepted findings, identified by code, side, method and name, so that they also match later conversations.
/// A value.
/// Stored as a JSON object that can be read and edited by hand.
class Baseline
{
public:
    /// Returns the identity of a finding, e.g. "C01 server tools/call late".
    [[nodiscard]] static QString fingerprint(const Finding &finding, const RequestLog &log);

    void accept(const QString &fingerprint) { m_accepted.insert(fingerprint); }
    [[nodiscard]] bool accepts(const QString &fingerprint) const { return m_accepted.contains(fingerprint); }
    [[nodiscard]] qsizetype count() const { return m_accepted.size(); }

    [[nodiscard]] QByteArray toJson() const;
    /// The error names the invalid part of the file.
    [[nodiscard]] static Result<Baseline> fromJson(const QByteArray &json);

    /// Errors of kind Io name the file.
    [[nodiscard]] static Result<Baseline> read(const QString &path);
    [[nodiscard]] Outcome write(const QString &path) const;

private:
    QSet<QString> m_accepted;
};

} // namespace Pullcord
