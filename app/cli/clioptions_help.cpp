// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The text of --help; clioptions.cpp reads what it describes.
#include "app/cli/clioptions.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

QString CliOptions::helpText()
{
    return uR"(Usage: pullcord-cli COMMAND [OPTIONS] [--url URL | --server NAME | -- SERVER ARGS…]

Inspects an MCP server from the command line. Results go to standard output, progress and remarks to standard error.

Commands:
  list WHAT             list the server's tools, prompts, resources, templates or tasks (2025-11-25), all pages
  list servers          list the servers that were saved in the window; --server takes their names
  call TOOL [JSON]      call a tool with a JSON object of arguments
  read URI              read a resource: text to standard output, bytes to --output FILE
  prompt NAME [JSON]    get a prompt, filled in with a JSON object of arguments
  complete prompt NAME ARGUMENT VALUE
  complete template URITEMPLATE ARGUMENT VALUE
                        how an argument that begins with VALUE may go on
  listen                print the changes that the server tells of, until Ctrl+C
  raw [MESSAGE…]        send messages as they are, right or wrong (without any: each line of standard input), and print what
                        the server says
  tasks [list]          list the tasks that the server keeps (2025-11-25)
  tasks get|result|cancel ID
                        tell how one is, wait for its result, or cancel it
  capture FILE          connect, and record in FILE and print what crosses the wire, until Ctrl+C
  export FILE           write a capture in another form
  filter FILE [FILTER]  print the requests of a capture that pass
  stats FILE            print figures of the requests of a capture, by method and tool
  diff FILE FILE        print how the requests of two captures differ
  demo                  cancel requests on the demo server and print what happened

The server is a command behind --, or a URL: pullcord-cli list tools -- npx -y @modelcontextprotocol/server-everything
                                             pullcord-cli list tools --url https://example.com/mcp

Options for all that talk to a server:
  --server NAME         the server that was saved under NAME in the window, in the place of a command; values of its
                        variables are taken from the environment, those of its headers are given by --header
  --settings FILE       the window's settings with the saved servers, where they are not the usual ones
  --revision auto|DATE  protocol revision: auto (default), 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 or 2026-07-28
  --timeout MS          give up a request after MS without an answer or progress
  --timeout-fixed       progress does not start --timeout anew
  --timeout-cap MS      give up a request after MS, whatever progress there is
  --capture FILE        keep the whole conversation in FILE, which must not exist yet (also for demo)
  --json                machine-readable output
  --answer WHAT=JSON    answer what the server asks with this result; WHAT is sampling, elicitation or roots. What does not
                        fit its form is not sent, unless there is --no-check
  --refuse WHAT         refuse it
  --never-answer WHAT   leave it without an answer, to see what the server does
  --log-level LEVEL     ask for the server's log messages from LEVEL on, and print them on standard error: debug, info,
                        notice, warning, error, critical, alert or emergency
The same on a URL:
  --url URL             the server's address; it may stand behind -- instead
  --header 'N: VALUE'   send this header with each request; may be given several times
  --transport KIND      auto (default), streamable-http or http+sse (of 2024-11-05)
  --trust-certificate SHA256   trust the server's certificate with this digest, whatever is wrong with it
  --connect-timeout MS  give up a connection that does not stand after MS, with TLS (default 15000; 0: never)
  --idle-timeout MS     give up a connection that brings no byte for MS (default 0: never)
  --cancel-grace MS     leave the stream of a cancelled request open for MS, before 2026-07-28 (default 5000)
Options for call, read, prompt and complete:
  --cancel-after MS     cancel it MS milliseconds after it was sent
  --reason TEXT         the reason that goes with the cancellation
  --linger MS           stay connected for MS after its end, to see what still comes
The same for raw:
  --linger MS           stay connected for MS after the last answer that is owed (default 1000)
Options for call:
  --task                ask for a task (2025-11-25), or declare to understand tasks (2026-07-28); follow it to its end;
                        --cancel-after then sends tasks/cancel
  --check, --no-check   whether to ask for the tools, to hold the arguments against the tool's input schema (they are not
                        sent if they do not match) and structured content against its output schema; --check also
                        tells where that is missing
Options for read:
  -o, --output FILE     write the contents to FILE; of several, the next to FILE.2 and so on
Options for complete:
  --context JSON        the other arguments that are known, a JSON object of strings (from 2025-06-18 on)
Options for listen (without any: all lists):
  --tools, --prompts, --resources   tell when that list changes
  --resource URI        tell when that resource changes; may be given several times
  --for MS              stop after MS milliseconds; also for capture
Options for filter:
  --messages            print messages and other events in the place of requests
Options for stats and diff:
  --filter FILTER       only the requests that pass
Options for export:
  --format FORMAT       markdown (default), html, jsonl, csv (the requests), har (HTTP exchanges), otlp (OpenTelemetry spans)
                        or pullcord
  --filter FILTER       only the requests that pass, with all that belongs to them: 'state:cancelled late', 'time>2s',
                        'method:tools/call name:echo', '/params/name = "echo"', words; and, or, not, ( )
  --filter-messages FILTER   only the messages that pass
  -o, --output FILE     write to FILE instead of standard output

  -h, --help  --version

Ctrl+C cancels the request in flight with a reason, then leaves (after --linger).
It declares to the server what it has a rule for (--answer, --refuse, --never-answer); pullcord asks you instead.

Exit codes: 0 done · 1 the server answered with an error, or the tool reported one; of diff: there are differences · 2 usage · 3 no connection, or it was lost ·
  4 cancelled: by --cancel-after, at a question that is refused or that no rule is for, or, a task, by the server ·
  5 timed out · 6 a file or standard output could not be read or written ·
  7 the structured content does not match the tool's output schema · 130 interrupted
)"_s;
}

} // namespace Pullcord
