import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { JOB_NAMES, JOBS } from '../../src/jobs/job-list.ts';

const read = (file: string) => readFile(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');

test('each job keeps a promise of the documentation, which lists it with its time', async () => {
  const promises = (await read('guarantees.md')) + (await read('data-kept.md'));
  expect(JOB_NAMES.filter((name) => !promises.includes(JOBS[name].keeps))).toEqual([]);
  const listed = await read('monitoring.md');
  expect(JOB_NAMES.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});
