import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('docs:dev starts without a browser, prints its address, and shows a page there', async () => {
  const { PATH, HOME } = process.env;
  const child = spawn('npx', ['--yes', 'pnpm@10.34.9', 'docs:dev'], {
    cwd: ROOT,
    env: { PATH, HOME, NO_COLOR: '1' },
    detached: true,
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let printed = '';
      const hear = (chunk: Buffer): void => {
        printed += chunk;
        const [, found] = /Local:\s+(http:\S+)/.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`docs:dev ended with ${code}:\n${printed}`)));
    });
    const response = await fetch(new URL('troubleshooting', address));
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<div id="app"></div>')]);
    const page = await fetch(new URL('troubleshooting.md', address));
    expect(await page.text()).toContain('stuck in the queue');
  } finally {
    // The command starts programs of its own.
    if (child.exitCode === null) {
      process.kill(-child.pid!, 'SIGTERM');
      await once(child, 'exit');
    }
  }
});
