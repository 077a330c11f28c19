// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {

/// A short name for those who use this settings file, and have `what` in common besides.
[[nodiscard]] QString settingsKey(const QString &settings, const QByteArray &what = {});

} // namespace Pullcord
