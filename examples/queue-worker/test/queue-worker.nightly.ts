import { type RunningMock, type RunningService, runProgram, startMock, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf, PROGRAM, shown } from './program.ts';

let service: RunningService;
let mock: RunningMock;

beforeAll(async () => {
  [service, mock] = await Promise.all([startService(), startMock()]);
});
afterAll(() => Promise.all([service?.stop(), mock?.stop()]));

test('over the mock, it prints what the README shows', async () => {
  const env = { ...mock.env, DATABASE_URL: service.databaseUrl, QUEUE_SCHEMA: 'demonstration_mock' };
  const run = await runProgram(PROGRAM, env);
  expect({ ...run, stdout: linesOf(run.stdout) }).toEqual({ code: 0, stdout: linesOf(shown), stderr: '' });
});
