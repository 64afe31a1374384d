import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from './code-blocks/read-page.ts';
import { compared } from './code-blocks/same-shape.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const blocks = readPage('quick-start-sdk.md');
const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const programs = blocks.filter(({ language }) => language === 'ts');

let service: RunningService;
let folder: string;
let application: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-reader-'));
  application = path.join(folder, 'application');
  service = await startService();
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A command of the page, with this test's folders for those of the reader. */
function type(text: string, cwd: string): string {
  const line = text.replaceAll('/tmp', folder).replaceAll('~/fanfare-first-post', application);
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', line], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${line} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

test('the commands of the page install the packed SDK in an empty folder, and may be repeated', () => {
  const [, pack, install] = commands;
  for (const cwd of [ROOT, ROOT]) type(pack!, cwd);
  for (const cwd of [folder, folder]) type(install!, cwd);
  expect(type('npm pkg get type dependencies', application).replaceAll(/\s/g, '')).toBe(
    '{"type":"module","dependencies":{"@fanfare/sdk":"file:../fanfare-sdk-0.0.0.tgz"}}',
  );
});

test.each([...programs.toReversed(), ...programs].map((block, run) => [`${run + 1}. ${block.file}`, block] as const))(
  '%s prints what the page shows',
  (_, { file, text, shown }) => {
    writeFileSync(path.join(application, file), text.replaceAll('http://127.0.0.1:4600', service.sandboxUrl));
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
      cwd: application,
      encoding: 'utf8',
      env: { ...process.env, FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey },
    });
    expect([status, stderr]).toEqual([0, '']);
    const lines = compared(shown!, stdout);
    expect(lines.printed.toSorted()).toEqual(lines.shown.toSorted());
  },
);

test('a target that fails prints its reason', async () => {
  const fault = { network: 'threads', path: '^/', action: 'status', status: 400, times: 20 };
  await fetch(`${service.sandboxUrl}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  const { stdout } = spawnSync(process.execPath, ['publish.ts'], {
    cwd: application,
    encoding: 'utf8',
    env: { ...process.env, FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey },
  });
  expect(stdout).toMatch(/^threads failed [a-z_]+: \S.*\.$/m);
});
