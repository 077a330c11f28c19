// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestid.h"

#include <QByteArrayView>
#include <QList>

namespace Pullcord {

/// Where something lies in a message: bytes from its start. Length 0 means that it is not there.
struct Span
{
    quint32 offset = 0;
    quint32 length = 0;

    [[nodiscard]] bool isEmpty() const { return length == 0; }
    [[nodiscard]] QByteArrayView in(QByteArrayView bytes) const { return bytes.sliced(offset, length); }
};

enum class MessageKind : quint8 {
    None,         ///< not a message, or JSON that is not JSON-RPC (see Envelope::problems)
    Request,      ///< method and id
    Notification, ///< method, no id
    Result,       ///< result
    Error,        ///< error
    Batch,        ///< an array (2025-03-26); batchItems() finds the messages in it
};

/// What is wrong with the outside of a message. Flags, since several can be true at once.
enum EnvelopeProblem : quint16 {
    NoProblem = 0,
    NotAnObject = 1 << 0,      ///< a bare string, number, true, false or null; or an empty batch
    NoVersion = 1 << 1,        ///< `jsonrpc` is missing or is not "2.0"
    NothingToDo = 1 << 2,      ///< neither method, result nor error
    ResultAndError = 1 << 3,   ///< both; read as an error, unless that is null (JSON-RPC 1.0 answers so)
    BadMethod = 1 << 4,        ///< `method` is not a string
    BadId = 1 << 5,            ///< the id is null (but in an error), fractional, no number or string, or a
                               ///< result has none
    BadParams = 1 << 6,        ///< params is neither object nor array
    BadError = 1 << 7,         ///< error is no object with an integer code and a string message
    DuplicateKey = 1 << 8,     ///< one of the six members of JSON-RPC stands twice; the last one counts
    MethodInResponse = 1 << 9, ///< method beside result or error; read as a request or notification
};

/// The outside of one JSON-RPC message: what kind it is and where its parts lie, found once on
/// arrival. The parts are raw JSON values in the bytes of the message (strings with their quotes).
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

    /// Reads one message. `bytes` must have passed JsonChecker; of 4 GiB and more nothing is read.
    [[nodiscard]] static Envelope of(QByteArrayView bytes);
    /// The messages in a batch, in order; their spans count from the start of `bytes`, like the
    /// batch's own. An item that is no object, also a batch in the batch, is None with NotAnObject.
    [[nodiscard]] static QList<Envelope> batchItems(QByteArrayView bytes);

    /// Of a message of which only the head was kept: the id that it answers. None if it is no answer, or if the head
    /// does not tell whose.
    [[nodiscard]] static RequestId answeredIn(QByteArrayView head);

    [[nodiscard]] bool isResponse() const { return kind == MessageKind::Result || kind == MessageKind::Error; }
    [[nodiscard]] RequestId requestId(QByteArrayView bytes) const { return RequestId::fromJson(id.in(bytes)); }
    /// The decoded method name; empty if there is none.
    [[nodiscard]] QByteArray methodName(QByteArrayView bytes) const;
    /// It has that method name, which is not empty; cheaper than to ask for the name.
    [[nodiscard]] bool hasMethod(QByteArrayView bytes, QByteArrayView name) const;
};

} // namespace Pullcord
