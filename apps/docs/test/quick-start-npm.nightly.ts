import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, readPage } from './code-blocks/read-page.ts';
import { compared } from './code-blocks/same-shape.ts';

/**
 * All three quick starts as a stranger reads them: in one empty folder outside of the checkout,
 * against one `dev`, with packages from npm.
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SETTINGS = /^export FANFARE_(?:BASE_URL|API_KEY)=.*\n/gm;
/** Ends what a block has printed; nothing else prints it. */
const END = '\u0001';

const commandsOf = (page: string): readonly Block[] => readPage(page).filter(({ language }) => language === 'sh');
const filesOf = (page: string): readonly Block[] => readPage(page).filter(({ language }) => language === 'ts');

let service: RunningService;
let folder: string;
let application: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fanfare-reader-'));
  application = path.join(folder, 'application');
  service = await startService();
  // Each page packs what it needs; the second of them packs the SDK again.
  for (const [page, index] of [
    ['quick-start-sdk.md', 1],
    ['quick-start-mock.md', 0],
  ] as const)
    type(commandsOf(page)[index]!.text, ROOT);
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs a program, with this run's Node in front, and returns what it printed; throws with all of it
 * when it fails.
 */
function run(command: string, args: readonly string[], cwd: string): string {
  const env = {
    ...process.env,
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    FANFARE_BASE_URL: service.baseUrl,
    FANFARE_API_KEY: service.apiKey,
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Shell lines of a page, with this test's folders and service for those of the reader. */
const typed = (text: string): string =>
  text
    .replaceAll(SETTINGS, '')
    .replaceAll('~/fanfare-first-post', application)
    .replaceAll(/\/tmp(?=\n|\/fanfare-(?:sdk|mock)-)/g, folder)
    .replaceAll('http://127.0.0.1:4600', service.sandboxUrl);
const type = (text: string, cwd: string): string => run('sh', ['-euc', typed(text)], cwd);

function writeFiles(files: readonly Block[]): void {
  for (const { file, text } of files) writeFileSync(path.join(application, file), typed(text));
}

function followSdk(): void {
  const [, , install] = commandsOf('quick-start-sdk.md');
  type(install!.text, folder);
  const programs = filesOf('quick-start-sdk.md');
  writeFiles(programs);
  for (const { file, shown } of programs) {
    const lines = compared(shown!, run(process.execPath, [file], application));
    // Accounts come in the order they were connected in.
    expect([file, lines.printed.toSorted()]).toEqual([file, lines.shown.toSorted()]);
  }
}

function followRest(): void {
  const [, ...blocks] = commandsOf('quick-start-rest.md');
  const script = blocks.map(({ text }) => `${text}\nprintf '${END}'\n`).join('');
  const printed = type(script, folder).split(END);
  for (const [index, { line, shown }] of blocks.entries()) {
    if (shown === null) continue;
    const lines = compared(shown, printed[index] ?? '');
    expect([line, lines.printed]).toEqual([line, lines.shown]);
  }
}

function followMock(): void {
  const [, install] = commandsOf('quick-start-mock.md');
  // What the page says about a new folder; it may be one that has been used.
  type(`mkdir -p ${application}; cd ${application}; npm init -y; npm pkg set type=module; ${install!.text}`, folder);
  const tests = filesOf('quick-start-mock.md').filter(({ file }) => file.endsWith('.test.ts'));
  writeFiles(tests);
  const output = stripVTControlCharacters(run('npx', ['vitest', 'run'], application));
  expect(output).toMatch(new RegExp(`Test Files +${tests.length} passed \\(${tests.length}\\)`));
}

const GUIDES = { sdk: followSdk, rest: followRest, mock: followMock };
/**
 * Every order of the three is three entries in a row of this list, and each guide is in it at least
 * twice.
 */
const ORDER = ['mock', 'rest', 'sdk', 'mock', 'rest', 'mock', 'sdk', 'rest', 'mock'] as const;

test.each(ORDER.map((guide, at) => [at + 1, guide] as const))(
  '%i. the quick start %s works as it stands',
  (_, guide) => {
    GUIDES[guide]();
  },
);

test.each(['sdk', 'rest'] as const)('the quick start %s works twice in a row', (guide) => {
  for (const follow of [GUIDES[guide], GUIDES[guide]]) follow();
});

test('npm init of npm 11 makes a CommonJS package, and the commands of the page make a module of it', () => {
  const [, , install] = commandsOf('quick-start-sdk.md');
  const made = path.join(folder, 'only-npm-init');
  const init = install!.text.split('\n').slice(0, 2).join('\n');
  const major = Number(run('npm', ['--version'], folder).split('.')[0]);
  run('sh', ['-euc', init.replaceAll('~/fanfare-first-post', made)], folder);
  const type = run('npm', ['pkg', 'get', 'type'], made).trim();
  expect([major >= 11, type]).toEqual(major >= 11 ? [true, '"commonjs"'] : [false, '{}']);
  expect(run('npm', ['pkg', 'get', 'type'], application).trim()).toBe('"module"');
});

test('a target that fails prints its reason', async () => {
  const fault = { network: 'threads', path: '^/', action: 'status', status: 400, times: 20 };
  await fetch(`${service.sandboxUrl}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(run(process.execPath, ['publish.ts'], application)).toMatch(/^threads failed [a-z_]+: \S.*\.$/m);
});
