// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// The scenes of our clients: node sdk-v?-client.mjs SCENE COMMAND ARGUMENTS…. All of them end by themselves.

export function transportTo(command, args, { StdioClientTransport, StreamableHTTPClientTransport, SSEClientTransport }) {
    if (!/^https?:/.test(command))
        return new StdioClientTransport({ command, args });
    return args[0] === 'sse' ? new SSEClientTransport(new URL(command)) : new StreamableHTTPClientTransport(new URL(command));
}

export async function play(scene, { connect, listTools, callTool, answerQuestions }) {
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const failing = (promise) => promise.then(() => {}, (error) => console.error(String(error)));
    switch (scene) {
    case 'initialize-timeout': // the server is silent for longer than the client waits
        await failing(connect({ timeout: 300 }));
        await wait(500);
        return;
    case 'call': // and nothing else
        await connect();
        await callTool({ name: 'echo', arguments: { text: 'a' } });
        return;
    case 'timeout': // of a call that would take longer
        await connect();
        await failing(callTool({ name: 'slow', arguments: { ms: 60000 } }, { timeout: 300 }));
        await wait(2500);
        return;
    case 'abort': { // by whoever called
        await connect();
        const stop = new AbortController();
        setTimeout(() => stop.abort('tired'), 300);
        await failing(callTool({ name: 'slow', arguments: { ms: 60000 } }, { signal: stop.signal }));
        await wait(2500);
        return;
    }
    case 'question': // which the server takes back: the client takes a second to answer it
        answerQuestions(() => wait(1000));
        await connect();
        await callTool({ name: 'ask_and_cancel', arguments: { ms: 300 } });
        await wait(2500);
        return;
    case 'ours': // with a server of ours
    case 'everything': { // with server-everything; says on stdout all that it sees of it
        const [text, slow] = scene === 'ours'
            ? ['text', { name: 'slow', arguments: { ms: 60000 } }]
            : ['message', { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 2 } }];
        const told = (promise) => promise.then((result) => result, (error) => ({ error: String(error) }));
        const see = async (promise) => console.log(JSON.stringify(await told(promise)));
        await connect();
        await see(listTools());
        await see(callTool({ name: 'echo', arguments: { [text]: 'gr\u00fc\u00df dich, \u4e16\u754c' } }));
        await see(callTool({ name: 'echo', arguments: { [text]: 7 } }));
        const stop = new AbortController();
        setTimeout(() => stop.abort('tired'), 300);
        await see(callTool(slow, { signal: stop.signal }));
        await see(callTool({ name: 'echo', arguments: { [text]: 'after' } }));
        return;
    }
    default:
        throw new Error(`no such scene: ${scene}`);
    }
}
