import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockFolder } from '../../../src/operator/dev/folder-lock.ts';
import { makeFolder } from './dev-process.ts';

const folder = makeFolder();
const file = path.join(folder, 'dev.lock');
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A process that takes the lock, reports whether it got it, and stays. */
async function other(): Promise<{ got: string; kill: () => Promise<void> }> {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(new URL('../../../src/operator/dev/folder-lock.ts', import.meta.url).href)});
    globalThis.lock = lockFolder(${JSON.stringify(file)});
    process.stdout.write(globalThis.lock ? 'held' : 'refused');
    setInterval(() => undefined, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const exited = once(child, 'exit');
  const [got] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    got: got.toString(),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

test('one process holds it, and a killed one no longer does', async () => {
  const holder = await other();
  expect(holder.got).toBe('held');
  expect(lockFolder(file)).toBeNull();
  await holder.kill();
  expect(readdirSync(folder)).toEqual(['dev.lock']);

  const own = lockFolder(file);
  expect(own).not.toBeNull();
  const refused = await other();
  expect(refused.got).toBe('refused');
  await refused.kill();
  own?.release();
  lockFolder(file)!.release();
});
