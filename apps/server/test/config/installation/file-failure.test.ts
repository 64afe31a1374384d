import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { explainFileFailure } from '../../../src/config/installation/file-failure.ts';

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('a missing file is named, also where a folder is a file', () => {
  const fix = 'If it is part of Fanfare, install this version again; if a setting names it, correct the setting.';
  expect(explainFileFailure(failureOf(() => readFileSync('/no/such/openapi.yaml')))).toBe(
    `/no/such/openapi.yaml does not exist (ENOENT). ${fix}`,
  );
  expect(explainFileFailure(failureOf(() => readFileSync(`${import.meta.filename}/openapi.yaml`)))).toBe(
    `${import.meta.filename}/openapi.yaml does not exist (ENOTDIR). ${fix}`,
  );
});

test('a file that this account may not read is named', () => {
  // Root reads everything, so the error is written down as Node throws it.
  const error = Object.assign(new Error("EACCES: permission denied, open '/opt/fanfare/openapi.yaml'"), {
    ...{ errno: -13, code: 'EACCES', syscall: 'open', path: '/opt/fanfare/openapi.yaml' },
  });
  expect(explainFileFailure(error)).toBe(
    'This account may not read /opt/fanfare/openapi.yaml (EACCES). Give it the right to.',
  );
});

test('the missing socket of PostgreSQL, and any other error, is not a file', async () => {
  const socket = await new Promise<unknown>((resolve) => connect('/no/such/.s.PGSQL.5432').once('error', resolve));
  for (const error of [socket, new TypeError('x is not a function'), 'text', undefined])
    expect(explainFileFailure(error)).toBe(null);
});
