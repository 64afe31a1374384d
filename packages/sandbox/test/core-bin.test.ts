import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** With the compiled code of this run. */
function forked(env: Record<string, string>): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(bin, { env: { PATH, NODE_COMPILE_CACHE, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  children.push(child);
  return child;
}

async function start(env: Record<string, string>) {
  const child = forked(env);
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += chunk;
  });
  const [message] = await once(child, 'message');
  return { child, message, printed: () => printed };
}

it('prints its address, for people and for the program that started it, and stops on request', async () => {
  const { child, message, printed } = await start({ SANDBOX_PORT: '0' });
  expect(message).toEqual({ type: 'ready', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect((await fetch(`${message.url}/__sandbox/state`)).status).toBe(200);
  expect(printed()).toContain(`The sandbox listens at ${message.url}`);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('uses a higher port when its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { message } = await start({ SANDBOX_PORT: String(port) });
  expect(Number(new URL(message.url).port)).toBeGreaterThan(port);
  taken.close();
});

it('ends with the program that started it', async () => {
  const { child } = await start({ SANDBOX_PORT: '0' });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('refuses an invalid port', async () => {
  expect(await once(forked({ SANDBOX_PORT: 'x' }), 'exit')).toEqual([1, null]);
});
