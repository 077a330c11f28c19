// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// An ordinary stdio server on the TypeScript SDK v2. It speaks 2026-07-28 to a client that opens that
// way and the older revisions to one that sends initialize; with --modern-only it refuses the latter.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { cacheHints, registerOffers } from './offers.mjs';
import { registerTools } from './tools.mjs';

const legacy = process.argv.includes('--modern-only') ? 'reject' : 'serve';
serveStdio(
    () => {
        const server = new McpServer({ name: 'pullcord-sdk-v2-peer', version: '1.0.0' }, { cacheHints });
        registerOffers(server);
        registerTools(server, ({ mcpReq }) => ({
            id: mcpReq.id,
            signal: mcpReq.signal,
            progressToken: mcpReq._meta?.progressToken,
            notify: mcpReq.notify
        }));
        return server;
    },
    { legacy, onerror: (error) => process.stderr.write(`error: ${error.message}\n`) }
);
