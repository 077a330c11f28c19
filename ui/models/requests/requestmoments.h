// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// One moment in the story of a request, with its name.
struct RequestMoment
{
    QString name;
    qint64 time = 0; ///< in ns, as in the record
    friend bool operator==(const RequestMoment &, const RequestMoment &) = default;
};

/// Returns the moments in order, from sending (or arrival) to the last late message.
[[nodiscard]] QList<RequestMoment> momentsOf(const RequestRecord &record, std::optional<qint64> firstProgress);

} // namespace Pullcord
