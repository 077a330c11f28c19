// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// node record.mjs FILE COMMAND ARGUMENTS…: a pipe between a client and the server that it starts. It passes every byte on as it
// comes, and writes each line as JSON Lines, {"timestamp": MS, "direction": "c2s" | "s2c", "message": …}, which
// Pullcord imports.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [file, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function pass(from, to, direction) {
    let rest = '';
    from.setEncoding('utf8');
    from.on('data', (chunk) => {
        const now = Date.now();
        const lines = (rest + chunk).split('\n');
        rest = lines.pop();
        for (const line of lines)
            appendFileSync(file, `{"timestamp":${now},"direction":"${direction}","message":${line}}\n`);
        to.write(chunk);
    });
    from.on('end', () => to.end());
}

pass(process.stdin, server.stdin, 'c2s');
pass(server.stdout, process.stdout, 's2c');
server.on('exit', (code) => process.exit(code ?? 1));
