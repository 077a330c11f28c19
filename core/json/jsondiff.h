// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QList>

namespace Pullcord {

/// One place in which two JSON values differ. A value; the bytes are those of the texts compared.
struct JsonDifference
{
    enum class Kind : quint8 {
        Added,   ///< stands in the second only: `left` is invalid
        Removed, ///< stands in the first only: `right` is invalid
        Changed, ///< stands in both, with another value
    };

    Kind kind = Kind::Changed;
    QString leftPointer;  ///< JSON Pointer in the first; of what was added, to what should hold it
    QString rightPointer; ///< JSON Pointer in the second; of what was removed, likewise
    JsonValue left;
    JsonValue right;
};

/// Bounds on what a comparison may cost. The texts come from strangers.
struct JsonDiffLimits
{
    qsizetype maxDifferences = 1000; ///< more are not looked for
    qint64 maxSteps = 4'000'000;     ///< pairs of elements compared to find out which ones of an array have moved
    int maxDepth = 256;              ///< below it, values that differ in a byte are said to be changed as a whole
};

/// How two JSON values differ, place by place, in the order of the texts.
///
/// Members are told by their (decoded) names, whatever their order; of members with one name the last counts, as everywhere.
/// Elements are told by the longest common sequence of equal ones, where the arrays are short enough for that, else by their
/// places; those between equal ones are taken in pairs. Numbers are equal if their texts are (`1.0` is not `1`), strings if
/// they say the same. Equal texts cost one comparison of their bytes.
struct JsonDiff
{
    QList<JsonDifference> differences;
    bool isComplete = true; ///< false: a limit was met, and there may be more

    /// Both must have passed JsonChecker; the differences point into them.
    [[nodiscard]] static JsonDiff of(const JsonValue &left, const JsonValue &right, const JsonDiffLimits &limits = {});
};

} // namespace Pullcord
