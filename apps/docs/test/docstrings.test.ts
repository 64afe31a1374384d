import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BEGINS_WITH_A_QUESTION = /\/\*\*(?:\n\s*\*)? (?:What|Of|Who|Whoever|Whom|Why|When|Which|Where|How)\b/;
const DOCSTRING = /^[ \t]*\/\*\*[\s\S]*?\*\//gm;
const EXAMPLE = /^\s*\* @example[\s\S]*?(?=^\s*\* @|\*\/)/gm;
const MOST_CHARS = 100;

function sources(): readonly { readonly name: string; readonly text: string }[] {
  const files = ['*.ts', '*.tsx', '*.cjs', ':!*.gen.ts'];
  const { stdout } = spawnSync('git', ['ls-files', '-z', ...files], { cwd: ROOT, encoding: 'utf8' });
  const names = stdout.split('\0').filter((name) => name !== '');
  expect(names.length).toBeGreaterThan(2_000);
  return names.map((name) => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') }));
}

test('a docstring begins with a noun or a verb', () => {
  const broken = sources().filter(({ text }) => BEGINS_WITH_A_QUESTION.test(text));
  expect(broken.map(({ name }) => name)).toEqual([]);
});

test('a line of a docstring has at most 100 characters, unless it is an example or an address', () => {
  const checked = sources().filter(({ name }) => !name.endsWith('.cjs'));
  const long = checked.flatMap(({ name, text }) =>
    [...text.matchAll(DOCSTRING)]
      .flatMap(([docstring]) => docstring.replace(EXAMPLE, '').split('\n'))
      .filter((line) => line.length > MOST_CHARS && !line.includes('://'))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(long).toEqual([]);
});
