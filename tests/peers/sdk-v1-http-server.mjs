// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// An ordinary HTTP server on the TypeScript SDK v1, at /mcp on the port in PORT, with sessions: revisions 2025-03-26 to
// 2025-11-25.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { registerTools } from './tools.mjs';

const sessions = new Map();

async function open() {
    const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => sessions.set(id, transport),
        onsessionclosed: (id) => process.stderr.write(`session ended: ${sessions.delete(id)}\n`)
    });
    const server = new McpServer({ name: 'pullcord-sdk-v1-http-peer', version: '1.0.0' });
    registerTools(server, (extra) => ({
        id: extra.requestId,
        signal: extra.signal,
        progressToken: extra._meta?.progressToken,
        notify: extra.sendNotification
    }));
    await server.connect(transport);
    return transport;
}

const server = createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined && !sessions.has(id)) {
        response.writeHead(404).end();
        return;
    }
    const transport = id === undefined ? await open() : sessions.get(id);
    await transport.handleRequest(request, response);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stderr.write('listening\n'));
