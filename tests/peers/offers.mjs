// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// What the SDK v2 server on stdio offers beside its tools: a prompt, a resource and a template, the latter two with
// bytes that are no text, and completions.
import { completable, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { waitOrAbort } from './tools.mjs';

const cities = { Germany: ['Berlin', 'Bremen'], France: ['Brest', 'Paris'] };
const beginning = (value) => (word) => word.toLowerCase().startsWith(value.toLowerCase());

export const cacheHints = {
    'prompts/list': { ttlMs: 3_600_000, cacheScope: 'public' },
    'resources/read': { ttlMs: 1000 }
};

export function registerOffers(server) {
    server.registerPrompt(
        'travel',
        {
            title: 'A journey',
            description: 'Asks for a journey to a city',
            argsSchema: z.object({
                country: completable(z.string(), (value) => Object.keys(cities).filter(beginning(value))),
                city: completable(z.string(), (value, context) =>
                    (cities[context?.arguments?.country] ?? Object.values(cities).flat()).filter(beginning(value))
                )
            })
        },
        ({ country, city }) => ({
            messages: [{ role: 'user', content: { type: 'text', text: `Take me to ${city} in ${country}` } }]
        })
    );

    server.registerResource('motd', 'peer://motd', { mimeType: 'text/plain', size: 6 }, (uri) => ({
        contents: [
            { uri: uri.href, mimeType: 'text/plain', text: 'ahoy\n' },
            { uri: `${uri.href}#seal`, mimeType: 'application/octet-stream', blob: Buffer.from([0, 255, 10]).toString('base64') }
        ]
    }));

    server.registerResource('slow', 'peer://slow', { mimeType: 'text/plain' }, async (uri, { mcpReq }) => {
        await waitOrAbort('slow resource', 30_000, mcpReq);
        return { contents: [{ uri: uri.href, text: 'at last' }] };
    });

    server.registerResource(
        'city',
        new ResourceTemplate('peer://cities/{name}', {
            list: undefined,
            complete: { name: (value) => Object.values(cities).flat().filter(beginning(value)) }
        }),
        { title: 'A city', mimeType: 'text/plain' },
        (uri, { name }) => ({ contents: [{ uri: uri.href, text: `This is ${name}` }] })
    );
}
