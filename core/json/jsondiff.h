// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QList>

namespace Pullcord {

/// One place at which two JSON values differ. A value that points into the texts compared.
struct JsonDifference
{
    enum class Kind : quint8 {
        Added,   ///< present in the second only: `left` is invalid
        Removed, ///< present in the first only: `right` is invalid
        Changed, ///< present in both, with different values
    };

    Kind kind = Kind::Changed;
    QString leftPointer;  ///< JSON Pointer in the first; for Added, to the container
    QString rightPointer; ///< JSON Pointer in the second; for Removed, to the container
    JsonValue left;
    JsonValue right;
};

/// Limits for the cost of a comparison, since the texts are untrusted.
struct JsonDiffLimits
{
    qsizetype maxDifferences = 1000; ///< the search ends after so many
    qint64 maxSteps = 4'000'000;     ///< pairs of elements compared to find moved elements
    int maxDepth = 256;              ///< deeper values that differ in a byte count as changed as a whole
};

/// Differences of two JSON values, place by place, in the order of the texts. A value.
///
/// - Members are matched by their decoded names, in any order. The last of several members with one name counts.
/// - Elements are matched by the longest common subsequence of equal ones if the arrays are short enough, else by
///   index. Elements between equal ones are compared in pairs.
/// - Numbers are equal if their texts are (`1.0` is not `1`), strings if their decoded content is.
struct JsonDiff
{
    QList<JsonDifference> differences;
    bool isComplete = true; ///< false: a limit was reached, and there may be more

    /// Compares two values that have passed JsonChecker. The differences point into them.
    [[nodiscard]] static JsonDiff of(const JsonValue &left, const JsonValue &right, const JsonDiffLimits &limits = {});
};

} // namespace Pullcord
