// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestid.h"

#include <QByteArrayView>
#include <QList>

namespace Pullcord {

/// Position of a part of a message, in bytes from its start. Length 0: the part is absent.
struct Span
{
    quint32 offset = 0;
    quint32 length = 0;

    [[nodiscard]] bool isEmpty() const { return length == 0; }
    [[nodiscard]] QByteArrayView in(QByteArrayView bytes) const { return bytes.sliced(offset, length); }
};

/// Kind of a message, with the members that identify it.
enum class MessageKind : quint8 {
    None,         ///< not a message, or JSON that is not JSON-RPC (see Envelope::problems)
    Request,      ///< method and id
    Notification, ///< method, no id
    Result,       ///< result
    Error,        ///< error
    Batch,        ///< an array (2025-03-26); batchItems() returns its messages
};

/// Faults in the outer structure of a message. Flags, since several can apply.
enum EnvelopeProblem : quint16 {
    NoProblem = 0,
    NotAnObject = 1 << 0,    ///< a bare string, number, true, false or null; or an empty batch
    NoVersion = 1 << 1,      ///< `jsonrpc` is missing or is not "2.0"
    NothingToDo = 1 << 2,    ///< neither method, result nor error
    ResultAndError = 1 << 3, ///< both; read as an error unless that is null (as in JSON-RPC 1.0)
    BadMethod = 1 << 4,      ///< `method` is not a string
    /// The id is null (except in an error), fractional, or neither a number nor a string; or a result has none.
    BadId = 1 << 5,
    BadParams = 1 << 6,        ///< params is neither object nor array
    BadError = 1 << 7,         ///< error is not an object with an integer code and a string message
    DuplicateKey = 1 << 8,     ///< one of the six JSON-RPC members occurs twice; the last one counts
    MethodInResponse = 1 << 9, ///< method together with result or error; read as a request or notification
    /// Without `jsonrpc`, but with members that JSON-RPC does not define, and either without an id, with a method without
    /// params, or with a level: a log record, for example, whatever its method, result or error mean.
    NotRpc = 1 << 10,
};

/// Outer structure of one JSON-RPC message: its kind and the positions of its parts, determined once on arrival. A
/// value. The parts are raw JSON values in the bytes of the message (strings with their quotes).
/// Specification: JSON-RPC 2.0 sections 4 to 6; MCP basic "Messages".
struct Envelope
{
    MessageKind kind = MessageKind::None;
    quint16 problems = NoProblem;
    Span id;
    Span method;
    Span params;
    Span result;
    Span error;

    /// Reads one message. `bytes` must have passed JsonChecker. A message of 4 GiB or more is not read.
    [[nodiscard]] static Envelope of(QByteArrayView bytes);
    /// Messages of a batch, in order. Their spans count from the start of `bytes`, like the batch's own. An item that
    /// is not an object, even a nested batch, is None with NotAnObject.
    [[nodiscard]] static QList<Envelope> batchItems(QByteArrayView bytes);

    /// Returns the id in the head of a response of which only the head was kept. None if it is not a response, or if
    /// the head does not contain the id.
    [[nodiscard]] static RequestId answeredIn(QByteArrayView head);

    [[nodiscard]] bool isResponse() const { return kind == MessageKind::Result || kind == MessageKind::Error; }
    [[nodiscard]] RequestId requestId(QByteArrayView bytes) const { return RequestId::fromJson(id.in(bytes)); }
    /// Decoded method name; empty if there is none.
    [[nodiscard]] QByteArray methodName(QByteArrayView bytes) const;
    /// True if the message has the method `name`, which must not be empty. Cheaper than methodName().
    [[nodiscard]] bool hasMethod(QByteArrayView bytes, QByteArrayView name) const;
};

} // namespace Pullcord
