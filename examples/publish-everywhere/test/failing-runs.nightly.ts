import { createServer } from 'node:net';
import { HOW_TO_START } from '@fanfare/harness';
import { type Run, type RunningService, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, runExample } from './run-example.ts';

let service: RunningService;
let first: Run;

beforeAll(async () => {
  service = await startService();
  first = await runExample({ FANFARE_FOLDER: service.folder });
});
afterAll(() => service?.stop());

const accountsOf = (run: Run): string[] => run.stdout.match(/@\S+ is acc_\w+/g) ?? [];

test('a target that fails shows its reason among those that published, and the run ends with 1', async () => {
  await service.fail({
    network: 'x',
    method: 'POST',
    path: '^/2/tweets$',
    action: 'status',
    status: 403,
    body: {
      title: 'Forbidden',
      detail: 'You are not permitted to perform this action.',
      type: 'about:blank',
      status: 403,
    },
  });
  const again = await runExample({ FANFARE_FOLDER: service.folder });
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(': 5 of 6 published in ');
  const rows = rowsOf(again).map((row) => row.split(/ {2,}/));
  expect(rows.map(([platform, , status]) => `${platform} ${status}`)).toEqual([
    'instagram published',
    'threads published',
    'x failed',
    'linkedin published',
    'linkedin published',
    'linkedin published',
  ]);
  expect(rows[2]?.slice(3)).toEqual(['–', expect.stringMatching(/^permission_missing: \S/)]);
  // Reconnecting gives the same account as before.
  expect(accountsOf(again)).toEqual(accountsOf(first));
  expect(accountsOf(again)).toHaveLength(6);
});

/** An address whose listener has just stopped. */
async function freeAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('a run that cannot continue says why in a sentence', () => {
  const named = () => ({
    FANFARE_BASE_URL: `${service.baseUrl}/`,
    FANFARE_API_KEY: service.apiKey,
    SANDBOX_URL: service.sandboxUrl,
  });

  test('nothing was started', async () => {
    expect(await runExample({ FANFARE_FOLDER: `${service.folder}/nothing-here` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Fanfare is not running. ${HOW_TO_START}\n`,
    });
  });

  test('no service answers any more', async () => {
    const gone = await freeAddress();
    expect(await runExample({ ...named(), FANFARE_BASE_URL: gone })).toEqual({
      code: 1,
      stdout: '\n1  Connect an account on each network\n\n',
      stderr: `Nothing answers at ${gone}. ${HOW_TO_START}\n`,
    });
  });

  test('an invalid address', async () => {
    const run = await runExample({ ...named(), FANFARE_BASE_URL: 'http://127.0.0.1:1' });
    expect([run.code, run.stderr]).toEqual([1, 'fetch failed: bad port\n']);
  });

  test('an address without its key', async () => {
    expect(await runExample({ FANFARE_BASE_URL: service.baseUrl, FANFARE_FOLDER: service.folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'FANFARE_BASE_URL and FANFARE_API_KEY belong together: set both, or none of them.\n',
    });
  });

  test('a service with unknown networks', async () => {
    const { SANDBOX_URL: _, ...others } = named();
    expect(await runExample(others)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Where are the simulated networks of this service? Name them by SANDBOX_URL.\n',
    });
  });

  test('an invalid key', async () => {
    const run = await runExample({ ...named(), FANFARE_API_KEY: 'fanfare_sk_wrong' });
    expect([run.code, run.stderr]).toEqual([
      1,
      expect.stringMatching(/^POST \/accounts\/connect answered 401: \{"error":\{"code":"unauthorized",.*\n$/),
    ]);
  });

  test('a network where only a real person can sign in', async () => {
    expect(await runExample({ ...named(), SANDBOX_URL: 'https://sandbox.example' })).toEqual({
      code: 1,
      stdout: '\n1  Connect an account on each network\n\n',
      stderr: `${service.sandboxUrl} wants a real person. This example plays one on the simulated networks only.\n`,
    });
  });
});
