// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// A server on the TypeScript SDK v2 that tells of changes (subscriptions/listen, 2026-07-28) and logs: on stdio, or with
// PORT in the environment over HTTP, at /mcp.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const uri = 'test:///counter';
const text = (message) => ({ content: [{ type: 'text', text: message }] });

function serverThat(tellsOfChanges) {
    const server = new McpServer(
        { name: 'pullcord-sdk-v2-changes-peer', version: '1.0.0' },
        { capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} } }
    );
    server.registerResource('counter', uri, {}, () => ({ contents: [{ uri, text: '1' }] }));
    server.registerTool('change', { description: 'Tells of changes', inputSchema: z.object({}) }, async () => {
        await tellsOfChanges(server);
        return text('told');
    });
    server.registerTool('log', { description: 'Logs', inputSchema: z.object({}) }, async (_, { mcpReq }) => {
        await mcpReq.log('info', 'a little', 'peer');
        await mcpReq.log('error', { much: 1 }, 'peer');
        return text('logged');
    });
    return server;
}

if (process.env.PORT === undefined) {
    serveStdio(() =>
        serverThat(async (server) => {
            await server.server.sendToolListChanged();
            await server.server.sendResourceUpdated({ uri });
        })
    );
} else {
    const handler = createMcpHandler(() =>
        serverThat(() => {
            handler.notify.toolsChanged();
            handler.notify.resourceUpdated(uri);
        })
    );
    const server = createServer(toNodeHandler(handler));
    server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stderr.write('listening\n'));
}
