// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// An ordinary stdio server on the TypeScript SDK v1: revisions 2024-11-05 to 2025-11-25.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { registerTools } from './tools.mjs';

const server = new McpServer({ name: 'pullcord-sdk-v1-peer', version: '1.0.0' });
registerTools(server, (extra) => ({
    id: extra.requestId,
    signal: extra.signal,
    progressToken: extra._meta?.progressToken,
    notify: extra.sendNotification
}));
await server.connect(new StdioServerTransport());
