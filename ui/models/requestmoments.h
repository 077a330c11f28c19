// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// When something happened to a request, as a word for it.
struct RequestMoment
{
    QString name;
    qint64 time = 0; ///< ns, as in the record
    friend bool operator==(const RequestMoment &, const RequestMoment &) = default;
};

/// The moments of a request's story in their order, from when it was sent (or came) to what came late.
[[nodiscard]] QList<RequestMoment> momentsOf(const RequestRecord &record, std::optional<qint64> firstProgress);

} // namespace Pullcord
