#!/usr/bin/env node
import { startSandbox } from './start.ts';

const DEFAULT_PORT = 4600;
const TRIES = 50;

const wanted = Number(process.env.SANDBOX_PORT ?? DEFAULT_PORT);
if (!Number.isInteger(wanted) || wanted < 0 || wanted > 65_535) {
  console.error(`SANDBOX_PORT must be a port from 0 to 65535, not "${process.env.SANDBOX_PORT}"`);
  process.exit(1);
}

// The reader of our output may exit before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Started by another program: exit with it, however it ends. Nothing of the sandbox outlives it.
process.once('disconnect', () => process.exit(0));

const sandbox = await startOnFreePort(wanted);
console.log(`The sandbox listens at ${sandbox.url}
  posts    ${sandbox.url}/
  controls ${sandbox.url}/__sandbox`);
if (process.connected) process.send?.({ type: 'ready', url: sandbox.url });

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await sandbox.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

async function startOnFreePort(first: number): ReturnType<typeof startSandbox> {
  const host = process.env.SANDBOX_HOST;
  for (let port = first; ; port++) {
    try {
      return await startSandbox({ port, ...(host ? { host } : {}) });
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || port >= first + TRIES || port === 65_535) throw error;
    }
  }
}
