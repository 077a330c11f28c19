// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctorstage.h"
#include "core/doctor/networkprobe.h"
#include "core/doctor/trialconnection.h"

/// Judges the stages that only a URL has. Pure functions, apart from the present time for the dates of certificates.
namespace Pullcord::NetworkStages {

using Facts = NetworkProbe::Facts;

/// Protected resource metadata (RFC 9728), as far as a user needs it.
struct AuthorizationFacts
{
    QString metadataUrl; ///< where it was, or would be
    QStringList authorizationServers;
    Words problem; ///< why it could not be read; empty if it was, or was not looked for
};

[[nodiscard]] DoctorStage proxy(const Facts &facts);
[[nodiscard]] DoctorStage hostName(const Facts &facts);
[[nodiscard]] DoctorStage tcp(const Facts &facts);
[[nodiscard]] DoctorStage tls(const Facts &facts);
/// Redirects, status and content types of a connection that was tried; `network`: how it was reached.
[[nodiscard]] DoctorStage http(const TrialConnection::Facts &facts, const Facts &network = {});
/// `hasToken`: an Authorization header was sent.
[[nodiscard]] DoctorStage authorization(const TrialConnection::Facts &facts, const AuthorizationFacts &metadata,
                                        bool hasToken);

/// The response that asks for authorization (401, or 403 with a challenge); null if there is none.
[[nodiscard]] const TrialConnection::HttpResponse *refusalOf(const TrialConnection::Facts &facts);

} // namespace Pullcord::NetworkStages
