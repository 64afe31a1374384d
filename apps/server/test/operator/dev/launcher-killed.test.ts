import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, test } from 'vitest';
import { createTestDatabase } from '../../test-database.ts';
import { makeFolder, readState } from './dev-process.ts';
import { partsOf, until, untilGone } from './processes.ts';

const DEV = fileURLToPath(new URL('../../../src/operator/dev/dev.ts', import.meta.url));
const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('kill -9 of the package manager ends what it started', async () => {
  const database = await createTestDatabase();
  // A package manager is recognised by its name.
  const script = path.join(folder, 'pnpm.cjs');
  writeFileSync(
    script,
    `require('node:child_process').spawn(process.execPath, [${JSON.stringify(DEV)}], { stdio: 'inherit' });`,
  );
  const { PATH = '', HOME = '' } = process.env;
  const launcher = spawn(process.execPath, [script, 'dev'], {
    env: { PATH, HOME, PORT: '0', SANDBOX_PORT: '0', FANFARE_FOLDER: folder, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  launcher.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until(() => output.includes("\n  }'\n"));
  const pid = readState(folder).pid!;
  const { server, sandbox } = partsOf(pid);
  launcher.kill('SIGKILL');
  await untilGone(pid, server, sandbox);
  await database.drop();
});
