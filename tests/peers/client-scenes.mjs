// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// What the clients of ours do with a server: node sdk-v?-client.mjs SCENE COMMAND ARGUMENTS…. All of them end by themselves.
export async function play(scene, { connect, callTool, answerQuestions }) {
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
    default:
        throw new Error(`no such scene: ${scene}`);
    }
}
