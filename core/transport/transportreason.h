// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"
#include "core/translatabletext.h"

/// Reasons for the end of a connection, a message or an HTTP exchange: sentences for TranslatableText::of(). Their table
/// in transportreason.cpp gives each an identifier, by which captures recognize it whatever its wording. List a new
/// sentence there; if you reword one, keep the earlier wording there.
namespace Pullcord::TransportReason {

// Any transport.
inline constexpr const char *Closing = QT_TRANSLATE_NOOP("TranslatableText", "the connection is closing");
inline constexpr const char *WasClosed = QT_TRANSLATE_NOOP("TranslatableText", "the connection was closed");
inline constexpr const char *NotConnected = QT_TRANSLATE_NOOP("TranslatableText", "there is no connection");
inline constexpr const char *RequestCancelledAgo =
    QT_TRANSLATE_NOOP("TranslatableText", "its request was cancelled %1 ms ago");
inline constexpr const char *RequestCancelled = QT_TRANSLATE_NOOP("TranslatableText", "its request was cancelled");

// A server that runs as a child process.
inline constexpr const char *NoProgram = QT_TRANSLATE_NOOP("TranslatableText", "no program was given");
inline constexpr const char *NoFolder =
    QT_TRANSLATE_NOOP("TranslatableText", "the working folder \"%1\" does not exist");
inline constexpr const char *NotFound =
    QT_TRANSLATE_NOOP("TranslatableText", "the program \"%1\" was not found in PATH");
inline constexpr const char *NotStarted =
    QT_TRANSLATE_NOOP("TranslatableText", "the program \"%1\" could not be started: %2");
inline constexpr const char *WithHint = QT_TRANSLATE_NOOP("TranslatableText", "%1 (%2)");
inline constexpr const char *HintAssignment =
    QT_TRANSLATE_NOOP("TranslatableText", "it sets a variable: set it separately, or start with env");
inline constexpr const char *HintHome =
    QT_TRANSLATE_NOOP("TranslatableText", "no shell expands ~ here: write the full path");
inline constexpr const char *HintVariable =
    QT_TRANSLATE_NOOP("TranslatableText", "no shell expands variables here: write the value");
inline constexpr const char *HintWholeLine =
    QT_TRANSLATE_NOOP("TranslatableText", "command and arguments are one word: give the arguments separately");
inline constexpr const char *HintWindows =
    QT_TRANSLATE_NOOP("TranslatableText", "it exists only on Windows: use the command after it");
inline constexpr const char *HintForWindows =
    QT_TRANSLATE_NOOP("TranslatableText", "it is written as on Windows: use the name or the path on this system");
inline constexpr const char *HintQuotes =
    QT_TRANSLATE_NOOP("TranslatableText", "the quotes are part of the name here: leave them out");
inline constexpr const char *HintShell =
    QT_TRANSLATE_NOOP("TranslatableText", "only a shell knows it: start sh with -c and the whole line");
inline constexpr const char *NoSuchFile = QT_TRANSLATE_NOOP("TranslatableText", "the file does not exist");
inline constexpr const char *NoInterpreter = QT_TRANSLATE_NOOP("TranslatableText", "its interpreter does not exist");
inline constexpr const char *MissingInterpreter =
    QT_TRANSLATE_NOOP("TranslatableText", "its interpreter %1 does not exist, although the program itself does");
inline constexpr const char *MissingLoader =
    QT_TRANSLATE_NOOP("TranslatableText", "its loader %1 does not exist, although the program itself does: it is built "
                                          "for another architecture or C library");
inline constexpr const char *WindowsLines =
    QT_TRANSLATE_NOOP("TranslatableText", "its lines end with CR LF, as on Windows, so its interpreter is not found");
inline constexpr const char *IsFolder = QT_TRANSLATE_NOOP("TranslatableText", "it is a folder, not a program");
inline constexpr const char *NoPermission = QT_TRANSLATE_NOOP("TranslatableText", "permission denied");
inline constexpr const char *NoExecutable =
    QT_TRANSLATE_NOOP("TranslatableText", "it is neither a program nor a script with a #! line");
inline constexpr const char *NoGuard =
    QT_TRANSLATE_NOOP("TranslatableText", "the program pullcord-guard is missing in this installation");
inline constexpr const char *OtherMachine =
    QT_TRANSLATE_NOOP("TranslatableText", "it is a program for another processor or system");
inline constexpr const char *InputClosed =
    QT_TRANSLATE_NOOP("TranslatableText", "the server closed its standard input");
inline constexpr const char *OutputClosed =
    QT_TRANSLATE_NOOP("TranslatableText", "the server closed its standard output");
inline constexpr const char *ClientClosedInput =
    QT_TRANSLATE_NOOP("TranslatableText", "the client closed standard input");
inline constexpr const char *ClientClosedOutput =
    QT_TRANSLATE_NOOP("TranslatableText", "the client closed standard output");
inline constexpr const char *StillRunning =
    QT_TRANSLATE_NOOP("TranslatableText", "the server was killed, but its process still exists");
inline constexpr const char *Exited = QT_TRANSLATE_NOOP("TranslatableText", "%1 ended with exit code %2");
inline constexpr const char *ExitedEarly =
    QT_TRANSLATE_NOOP("TranslatableText", "%1 ended with exit code %2 before sending a message");
inline constexpr const char *Killed = QT_TRANSLATE_NOOP("TranslatableText", "%1 was terminated by %2");
inline constexpr const char *KilledEarly =
    QT_TRANSLATE_NOOP("TranslatableText", "%1 was terminated by %2 before sending a message");
inline constexpr const char *FirstOutput = QT_TRANSLATE_NOOP("TranslatableText", "%1. Its first output: %2");
inline constexpr const char *LastOutput = QT_TRANSLATE_NOOP("TranslatableText", "%1. Its last output: %2");

// A server behind a URL.
inline constexpr const char *SessionLost =
    QT_TRANSLATE_NOOP("TranslatableText", "the server has forgotten the session that it belongs to");
inline constexpr const char *SessionForgotten =
    QT_TRANSLATE_NOOP("TranslatableText", "the server has forgotten the session");
inline constexpr const char *NoUrl = QT_TRANSLATE_NOOP("TranslatableText", "\"%1\" is not an http or https URL");
inline constexpr const char *ConnectTimeout = QT_TRANSLATE_NOOP("TranslatableText", "no connection within %1 ms");
inline constexpr const char *Silence = QT_TRANSLATE_NOOP("TranslatableText", "no data was received for %1 ms");
inline constexpr const char *IsLoopback =
    QT_TRANSLATE_NOOP("TranslatableText", "%1 is this machine (%2), and another machine must not redirect to it");
inline constexpr const char *ThroughProxy = QT_TRANSLATE_NOOP("TranslatableText", "through the proxy %1: %2");
inline constexpr const char *Untrusted =
    QT_TRANSLATE_NOOP("TranslatableText", "the server's certificate is not trusted: %1");
inline constexpr const char *OtherCertificate = QT_TRANSLATE_NOOP(
    "TranslatableText", "the server's certificate is not the one that you trusted (its digest differs): %1");
inline constexpr const char *NoTls =
    QT_TRANSLATE_NOOP("TranslatableText", "the TLS handshake failed (%1); if the server does not use TLS, use http://");
inline constexpr const char *KeyMismatch =
    QT_TRANSLATE_NOOP("TranslatableText", "the key does not belong to the client certificate (%1)");
inline constexpr const char *NoClientCertificate =
    QT_TRANSLATE_NOOP("TranslatableText", "the server requires a client certificate, and none was given (%1)");
inline constexpr const char *ExpectsTls =
    QT_TRANSLATE_NOOP("TranslatableText", "the server responded with TLS instead of HTTP: use https://");
inline constexpr const char *NotHttp =
    QT_TRANSLATE_NOOP("TranslatableText", "the response is not HTTP: it begins with %1");
inline constexpr const char *LongHeaders =
    QT_TRANSLATE_NOOP("TranslatableText", "invalid HTTP: headers longer than %1 bytes");
inline constexpr const char *LongChunkExtension =
    QT_TRANSLATE_NOOP("TranslatableText", "invalid HTTP: a chunk extension longer than %1 bytes");
inline constexpr const char *LongTrailers =
    QT_TRANSLATE_NOOP("TranslatableText", "invalid HTTP: trailers longer than %1 bytes");
inline constexpr const char *InvalidHttp = QT_TRANSLATE_NOOP("TranslatableText", "invalid HTTP: %1");
inline constexpr const char *AtBytes = QT_TRANSLATE_NOOP("TranslatableText", "%1, at %2");
inline constexpr const char *Interims =
    QT_TRANSLATE_NOOP("TranslatableText", "the server sent more than %1 interim responses");
inline constexpr const char *NoResponse =
    QT_TRANSLATE_NOOP("TranslatableText", "the server closed the connection without a response");
inline constexpr const char *ProxyNoResponse =
    QT_TRANSLATE_NOOP("TranslatableText", "the proxy %1 closed the connection without a response");
inline constexpr const char *MayExpectTls =
    QT_TRANSLATE_NOOP("TranslatableText", "%1 (if it expects TLS, use https://)");
inline constexpr const char *CutHead =
    QT_TRANSLATE_NOOP("TranslatableText", "the server closed the connection before the end of its headers");
inline constexpr const char *CutBody =
    QT_TRANSLATE_NOOP("TranslatableText", "the server closed the connection before the end of its response");
inline constexpr const char *StreamEnded =
    QT_TRANSLATE_NOOP("TranslatableText", "the server ended the stream without a response");
inline constexpr const char *NoAddress =
    QT_TRANSLATE_NOOP("TranslatableText", "the server's event stream ended before it named an address for messages");
inline constexpr const char *AddressTimeout =
    QT_TRANSLATE_NOOP("TranslatableText", "no address for messages arrived within %1 ms");
inline constexpr const char *NotEvents = QT_TRANSLATE_NOOP("TranslatableText", "its response is not an event stream");
inline constexpr const char *OtherFirstEvent =
    QT_TRANSLATE_NOOP("TranslatableText", "its first event names no address for messages");
inline constexpr const char *AddressRefused =
    QT_TRANSLATE_NOOP("TranslatableText", "the address for messages that the server named was not used: %1");
inline constexpr const char *EventsEnded = QT_TRANSLATE_NOOP("TranslatableText", "the server ended its event stream");

// A proxy between a client and its server.
inline constexpr const char *ClientClosed = QT_TRANSLATE_NOOP("TranslatableText", "the client closed the connection");
inline constexpr const char *ClientClosedStream = QT_TRANSLATE_NOOP("TranslatableText", "the client closed its stream");
inline constexpr const char *ClientEndedSession = QT_TRANSLATE_NOOP("TranslatableText", "the client ended the session");
inline constexpr const char *HandshakeRefused =
    QT_TRANSLATE_NOOP("TranslatableText", "the server refused the handshake");
inline constexpr const char *SessionUnknown =
    QT_TRANSLATE_NOOP("TranslatableText", "the server no longer knows the session");

/// Returns the sentence and its arguments for a reason in English, in this or an earlier wording, as an event has it.
/// Any other text, such as that of the server or the operating system, is returned unchanged.
[[nodiscard]] TranslatableText recognized(const QString &reason);

/// Adds `reasonId` to the details of an event that a capture will contain: identifier and arguments of its `reason`, if
/// that is one of the sentences here. Events with the reasons of users are left alone.
void addId(EventKind kind, QJsonObject &details);
/// Takes `reasonId` out of the details of an event in a capture, and words its `reason` anew from it. A `reason` with
/// an unknown identifier stays as it was recorded.
void takeId(EventKind kind, QJsonObject &details);

} // namespace Pullcord::TransportReason
