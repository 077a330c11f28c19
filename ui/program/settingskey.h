// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

/// Returns a short key for programs that share this settings file and `what`.
[[nodiscard]] QString settingsKey(const QString &settings, const QByteArray &what = {});

} // namespace Pullcord
