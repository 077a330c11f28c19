// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/dialect.h"
#include "core/rpc/requestid.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

/// Composes JSON-RPC 2.0 messages as text on one line. Raw parts (the user's arguments, the peer's id) are sent
/// unchanged; only parts with line breaks lose the white space between tokens. `params`, `result` and `data` are raw
/// JSON; empty ones are left out (an empty result becomes `{}`).
namespace Pullcord::MessageText {

[[nodiscard]] QByteArray request(const RequestId &id, QByteArrayView method, QByteArrayView params = {});
[[nodiscard]] QByteArray notification(QByteArrayView method, QByteArrayView params = {});
[[nodiscard]] QByteArray result(const RequestId &id, QByteArrayView result = {});
/// An id of Kind::None is left out.
[[nodiscard]] QByteArray error(const RequestId &id, qint64 code, QStringView message, QByteArrayView data = {});

/// Params of a cancel notification. An empty id, a null `reason`, and one that the dialect does not have are left out.
[[nodiscard]] QByteArray cancelParams(const Dialect &dialect, QByteArrayView rawId, const QString &reason = {});

/// Params of a progress notification. A null `message` is left out.
[[nodiscard]] QByteArray progressParams(const Dialect &dialect, const RequestId &token, double value,
                                        std::optional<double> total = {}, const QString &message = {});

} // namespace Pullcord::MessageText
