// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// An ordinary HTTP server on the TypeScript SDK v2, at /mcp on the port in PORT: 2026-07-28, and the older
// revisions without sessions; with --modern-only it refuses the latter.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { registerTools } from './tools.mjs';

const handler = createMcpHandler(
    () => {
        const server = new McpServer({ name: 'pullcord-sdk-v2-http-peer', version: '1.0.0' });
        registerTools(server, ({ mcpReq }) => ({
            id: mcpReq.id,
            signal: mcpReq.signal,
            progressToken: mcpReq._meta?.progressToken,
            notify: mcpReq.notify
        }));
        return server;
    },
    {
        ...(process.argv.includes('--modern-only') ? { legacy: 'reject' } : {}),
        onerror: (error) => process.stderr.write(`error: ${error.message}\n`)
    }
);
const server = createServer(toNodeHandler(handler));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stderr.write('listening\n'));
