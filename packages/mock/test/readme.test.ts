import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SCENARIOS } from '../src/index.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${PACKAGE}README.md`, 'utf8');

test('the examples run, one after the other, and print what they say', () => {
  const code = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join('\n');
  const run = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: PACKAGE,
    encoding: 'utf8',
  });
  const said = [...code.matchAll(/console\.log\(.*?\); \/\/ (.*)/g)].map(([, line]) => line);
  expect(run.stderr).toBe('');
  expect(run.stdout.trim().split('\n')).toEqual(said);
});

test('every scenario is listed with its sentence', () => {
  const listed = [...readme.matchAll(/^\| `([a-z]+(?:-[a-z]+)+)` \| (.*) \|$/gm)].map(([, name, summary]) => [
    name,
    summary,
  ]);
  expect(listed).toEqual(Object.entries(SCENARIOS).map(([name, { summary }]) => [name, summary]));
});
