// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The tools both SDK servers offer. Each SDK hands its handlers a context of its own shape;
// `callOf` turns that into {id, signal, progressToken, notify}, so the tools are written once.
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const text = (message) => ({ content: [{ type: 'text', text: message }] });
const milliseconds = z.number().int().min(0);

/** Waits, unless the caller cancels: then says so on stderr and throws what the SDK gave as reason. */
export async function waitOrAbort(tool, ms, { id, signal }) {
    try {
        await delay(ms, undefined, { signal });
    } catch {
        process.stderr.write(`${tool} ${JSON.stringify(id)} aborted: ${signal.reason}\n`);
        throw signal.reason;
    }
}

export function registerTools(server, callOf) {
    server.registerTool(
        'echo',
        { description: 'Answers at once with the text it was given', inputSchema: z.object({ text: z.string() }) },
        ({ text: given }) => text(given)
    );

    server.registerTool(
        'slow',
        { description: 'Answers after ms milliseconds; stops when cancelled', inputSchema: z.object({ ms: milliseconds }) },
        async ({ ms }, context) => {
            await waitOrAbort('slow', ms, callOf(context));
            return text(`slow: waited ${ms} ms`);
        }
    );

    server.registerTool(
        'deaf',
        { description: 'Answers after ms milliseconds, cancelled or not', inputSchema: z.object({ ms: milliseconds }) },
        async ({ ms }, context) => {
            const { id } = callOf(context);
            await delay(ms);
            process.stderr.write(`deaf ${JSON.stringify(id)} done\n`);
            return text(`deaf: waited ${ms} ms`);
        }
    );

    server.registerTool(
        'progress',
        {
            description: 'Reports progress in steps over ms milliseconds; deaf=true goes on after a cancel',
            inputSchema: z.object({
                ms: milliseconds,
                steps: z.number().int().min(1).default(5),
                deaf: z.boolean().default(false)
            })
        },
        async ({ ms, steps, deaf }, context) => {
            const call = callOf(context);
            for (let step = 1; step <= steps; ++step) {
                await (deaf ? delay(ms / steps) : waitOrAbort('progress', ms / steps, call));
                if (call.progressToken !== undefined) {
                    await call.notify({
                        method: 'notifications/progress',
                        params: { progressToken: call.progressToken, progress: step, total: steps, message: `step ${step}` }
                    });
                }
            }
            return text(`progress: ${steps} steps in ${ms} ms`);
        }
    );
}
