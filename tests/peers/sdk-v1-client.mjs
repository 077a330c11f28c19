// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// An ordinary client on the TypeScript SDK v1; see client-scenes.mjs. Instead of a command it takes a URL, followed by
// "sse" for HTTP+SSE.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { play, transportTo } from './client-scenes.mjs';

const [scene, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'pullcord-sdk-v1-client', version: '1.0.0' }, { capabilities: { elicitation: {} } });
const transport = transportTo(command, args, { StdioClientTransport, StreamableHTTPClientTransport, SSEClientTransport });
await play(scene, {
    connect: (options) => client.connect(transport, options),
    listTools: () => client.listTools(),
    callTool: (call, options) => client.callTool(call, undefined, options),
    answerQuestions: (wait) => client.setRequestHandler(ElicitRequestSchema, async () => {
        await wait();
        return { action: 'decline' };
    })
});
await transport.terminateSession?.();
await client.close();
