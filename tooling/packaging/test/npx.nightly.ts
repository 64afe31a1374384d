import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../src/run.ts';
import { packed } from './packed.ts';

const { cli, hubKit, mcp } = await packed();
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-npx-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['fanfare-cli', cli, ['listen', '--help'], '--forward-to <url>'],
  ['fanfare-mcp', mcp, ['--help'], 'FANFARE_MCP_CONFIRM'],
  ['hub-kit', hubKit, ['--help'], '--no-codes'],
] as const)('npx runs %s in an empty folder', async (command, tarball, args, said) => {
  expect(await run(folder, 'npx', ['--yes', '--package', tarball, command, ...args])).toContain(said);
});
