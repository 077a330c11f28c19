// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// An ordinary client on the TypeScript SDK v2; see client-scenes.mjs. Instead of a command it takes a URL, followed by
// "sse" for HTTP+SSE, or "modern" for 2026-07-28.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { play, transportTo } from './client-scenes.mjs';

const [scene, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'pullcord-sdk-v2-client', version: '1.0.0' }, {
    capabilities: { elicitation: {} },
    ...(args[0] === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } })
});
const transport = transportTo(command, args, { StdioClientTransport, StreamableHTTPClientTransport, SSEClientTransport });
await play(scene, {
    connect: (options) => client.connect(transport, options),
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, options),
    answerQuestions: (wait) => client.setRequestHandler('elicitation/create', async () => {
        await wait();
        return { action: 'decline' };
    })
});
await transport.terminateSession?.();
await client.close();
