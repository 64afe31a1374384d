import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BEGINS_WITH_A_QUESTION = /\/\*\*(?:\n\s*\*)? (?:What|Of|Who|Whoever|Whom|Why|When|Which|Where|How)\b/;

test('a docstring begins with a noun or a verb', () => {
  const files = ['*.ts', '*.tsx', '*.cjs', ':!*.gen.ts'];
  const { stdout } = spawnSync('git', ['ls-files', '-z', ...files], { cwd: ROOT, encoding: 'utf8' });
  const names = stdout.split('\0').filter((name) => name !== '');
  expect(names.length).toBeGreaterThan(2_000);
  expect(names.filter((name) => BEGINS_WITH_A_QUESTION.test(readFileSync(path.join(ROOT, name), 'utf8')))).toEqual([]);
});
