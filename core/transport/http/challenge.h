// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

/// Reads the value of a WWW-Authenticate header. Specification: RFC 9110, section 11.6.1.
namespace Pullcord::Challenge {

/// Scheme: "Bearer"; empty without a challenge.
[[nodiscard]] QString scheme(const QString &challenge);
/// Value of a parameter, without its quotes; empty if the challenge does not have it.
[[nodiscard]] QString parameter(const QString &challenge, const QString &name);

} // namespace Pullcord::Challenge
