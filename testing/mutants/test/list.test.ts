import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from '../src/list/all.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

test('the text of every mutant stands in its file once, and its tests are there', () => {
  const unfit = MUTANTS.flatMap(({ breaks, file, find, killedBy }) => {
    const times = existsSync(ROOT + file) ? readFileSync(ROOT + file, 'utf8').split(find).length - 1 : 0;
    return times === 1 && existsSync(ROOT + killedBy) ? [] : [{ breaks, file, times, killedBy }];
  });
  expect(unfit).toEqual([]);
});

test('every mutant breaks a promise of docs/guarantees.md', () => {
  const page = readFileSync(`${ROOT}docs/guarantees.md`, 'utf8');
  expect(MUTANTS.filter(({ promise }) => !page.includes(`\n| ${promise}`))).toEqual([]);
});

test('every mutant changes something, and none is listed twice', () => {
  expect(MUTANTS.filter(({ find, put }) => find === put)).toEqual([]);
  const changes = MUTANTS.map(({ file, find, put, killedBy }) => JSON.stringify([file, find, put, killedBy]));
  expect(changes.filter((change, at) => changes.indexOf(change) !== at)).toEqual([]);
});
