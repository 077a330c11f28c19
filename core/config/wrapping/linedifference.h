// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringView>

/// Differences between two versions of a text, by lines.
namespace Pullcord::LineDifference {

/// Returns a unified difference with three lines of context, as `diff -u` prints it; empty if the texts are equal.
/// Takes time proportional to the length of the texts times that of the changed part.
[[nodiscard]] QString unified(QStringView before, QStringView after, const QString &nameBefore,
                              const QString &nameAfter);

} // namespace Pullcord::LineDifference
