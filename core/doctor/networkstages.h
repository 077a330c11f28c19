// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"
#include "core/doctor/networkprobe.h"
#include "core/doctor/trialconnection.h"

/// Judges the stages of a URL. Pure functions, except for the current time for the dates of certificates.
namespace Pullcord::NetworkStages {

using Facts = NetworkProbe::Facts;

/// Protected resource metadata (RFC 9728), as far as the user needs it. A value.
struct AuthorizationFacts
{
    QString metadataUrl; ///< its actual or expected URL
    QStringList authorizationServers;
    TranslatableText problem; ///< reason why it could not be read; empty if it was read, or not needed
};

[[nodiscard]] DoctorStage proxy(const Facts &facts);
[[nodiscard]] DoctorStage hostName(const Facts &facts);
[[nodiscard]] DoctorStage tcp(const Facts &facts);
[[nodiscard]] DoctorStage tls(const Facts &facts);
/// Judges redirects, status and content types of the trial connection; `network` describes how it was reached.
[[nodiscard]] DoctorStage http(const TrialConnection::Facts &facts, const Facts &network = {});
/// `hasToken` is true if an Authorization header was sent.
[[nodiscard]] DoctorStage authorization(const TrialConnection::Facts &facts, const AuthorizationFacts &metadata,
                                        bool hasToken);

/// Returns the response that requires authorization (401, or 403 with a challenge); null if there is none.
[[nodiscard]] const TrialConnection::HttpResponse *refusalOf(const TrialConnection::Facts &facts);

} // namespace Pullcord::NetworkStages
