import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '@fanfare/sandbox';
import { afterAll, expect, test } from 'vitest';
import { command } from '../src/command.ts';

const BIN = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const sandbox = await startSandbox({ port: 0 });
const folder = mkdtempSync(path.join(tmpdir(), 'hub-kit-'));
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});
const hub = sandbox.networks.hub.wordpress ?? '';

async function run(args: readonly string[], input = '') {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

async function make(what: 'connect-code' | 'api-key', username = 'ann'): Promise<Record<string, string>> {
  const answer = await fetch(`${sandbox.url}/__sandbox/hub/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'wordpress', username }),
  });
  return (await answer.json()) as Record<string, string>;
}

test('codes come from standard input, and nothing is published without --yes', async () => {
  // Each of another user, so that all are valid at once; the older and the newer one are then both
  // good.
  const codes = [await make('connect-code', 'ann'), await make('connect-code', 'emil')].map(({ code = '' }) => code);
  const { code, stdout, stderr } = await run([hub, '--codes-file', '-'], `${codes.join('\n')}\n`);
  expect(stderr).toBe('');
  expect(stdout).toContain('  ✓ it is exchanged for a key\n');
  expect(stdout).toContain('  – posts are published: skipped, nobody could be asked; run the kit with --yes\n');
  expect(stdout).toMatch(/\n\d+ checks: \d+ passed, 0 failed, \d+ skipped\.\n$/);
  expect(code).toBe(0);
  for (const one of codes) expect(stdout).not.toContain(one);
});

test('the report as JSON has every check with its rule; progress goes to standard error; the key is nowhere', async () => {
  const { username = '', apiKey = '' } = await make('api-key');
  const file = path.join(folder, 'key');
  writeFileSync(file, `${apiKey}\n`);
  const key = ['--type', 'wordpress', '--username', username, '--key-file', file];
  const { code, stdout, stderr } = await run([hub, '--no-codes', ...key, '--yes', '--json']);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ hub, summary: { failed: 0 } });
  expect(report.checks).toContainEqual({
    section: 'Discovery',
    name: 'its version is 1',
    rule: { source: 'Hub Connect, Discovery', sentence: 'integer; 1 for this page' },
    expected: 'version: 1',
    result: 'passed',
  });
  expect(stderr).toContain('  ✓ a text is published\n');
  expect(code).toBe(0);
  const plain = (stdout + stderr).replaceAll(' ', '');
  expect(plain).not.toContain(apiKey.replaceAll(' ', ''));
});

test('a failed check makes the exit code 1, and says what was expected, what came and on which sentence it rests', async () => {
  const { code, stdout } = await run([`${sandbox.url}/no-hub`, '--no-codes']);
  expect(code).toBe(1);
  expect(stdout).toContain(`  ✗ the discovery document is there
      expected  200 and a JSON object, no redirect
      came      404 `);
  expect(stdout).toContain(
    '      rule      “The hub answers 200 with `Content-Type: application/json`” (Hub Connect, Discovery)\n',
  );
});

test.each([
  [[], 'Give one address of a hub, such as https://hub.example.\n'],
  [['ftp://hub.example'], 'The address of a hub has scheme, host, optional port and path, and nothing else.\n'],
  [
    ['https://ann:secret@hub.example'],
    'The address of a hub has scheme, host, optional port and path, and nothing else.\n',
  ],
  [['https://hub.example', '--key-file', 'key'], '--key-file needs --type wordpress or micropub.\n'],
  [['https://hub.example', '--type', 'wordpress'], '--type and --username belong to --key-file.\n'],
  [['https://hub.example', '--type', 'wordpress', '--key-file', '/missing'], 'A key of WordPress needs --username.\n'],
  [['https://hub.example', '--type', 'micropub', '--key-file', '/missing'], '--key-file cannot be read.\n'],
  [['https://hub.example', '--wait', 'long'], '--wait takes whole seconds.\n'],
])('%j is refused before anything is sent', async (args, message) => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const code = await command(args, { stdin: process.stdin, stdout: stream, stderr: stream } as never);
  expect({ code, written }).toEqual({ code: 2, written: [message] });
});

test('a hub that does not answer is a report, not a crash', async () => {
  const closed = await startSandbox({ port: 0 });
  await closed.close();
  const { code, stdout, stderr } = await run([closed.url, '--no-codes']);
  expect(stderr).toBe('');
  expect(stdout).toContain('  ✗ the discovery document is there\n');
  expect(code).toBe(1);
});
