// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "core/result.h"

#include <QSet>

namespace Pullcord {

class RequestLog;

/// Findings that somebody knows of and accepts: by code, side, method and name, so that it holds for the next conversation
/// too. A file of it is a JSON object that people can read and edit. A value.
class Baseline
{
public:
    /// What a finding is known by, e.g. "C01 server tools/call late".
    [[nodiscard]] static QString fingerprint(const Finding &finding, const RequestLog &log);

    void accept(const QString &fingerprint) { m_accepted.insert(fingerprint); }
    [[nodiscard]] bool accepts(const QString &fingerprint) const { return m_accepted.contains(fingerprint); }
    [[nodiscard]] qsizetype count() const { return m_accepted.size(); }

    [[nodiscard]] QByteArray toJson() const;
    /// An error says what in it is not as it must be.
    [[nodiscard]] static Result<Baseline> fromJson(const QByteArray &json);

    /// Errors of kind Io name the file.
    [[nodiscard]] static Result<Baseline> read(const QString &path);
    [[nodiscard]] Outcome write(const QString &path) const;

private:
    QSet<QString> m_accepted;
};

} // namespace Pullcord
