import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/database.ts';
import type { DevState } from '../../../src/operator/dev/dev-state.ts';
import { openBrowser } from '../../people/sign-in/browser.ts';
import { makeFolder, networkAccountsOf, readState, startDev } from './dev-process.ts';
import { partsOf, untilGone } from './processes.ts';

const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The parts of curl that the printed call uses: the test checks what a shell makes of the call, and
 * not every machine has curl.
 */
const CURL = `#!${process.execPath}
const words = process.argv.slice(2);
const valuesOf = (flag) => words.flatMap((word, i) => (words[i - 1] === flag ? [word] : []));
const headers = Object.fromEntries(valuesOf('-H').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
const response = await fetch(words.find((word) => word.startsWith('http')), { method: 'POST', headers, body: valuesOf('-d')[0] });
process.stdout.write(JSON.stringify({ status: response.status, body: await response.json() }));
`;

function runCurl(call: string): {
  status: number;
  body: { post: { status: string; targets: { platform: string; status: string }[] } };
} {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'curl.mjs'), CURL);
  writeFileSync(path.join(bin, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${bin}/curl.mjs" "$@"\n`);
  chmodSync(path.join(bin, 'curl'), 0o755);
  const { stdout, stderr } = spawnSync('sh', ['-c', call], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const keysOf = ({ apiKey, otherProjectApiKey, smallPlanApiKey }: Partial<DevState>) => ({
  apiKey,
  otherProjectApiKey,
  smallPlanApiKey,
});

/** Returns the events that the sandbox's receiver has got, with its verdict on their signatures. */
async function receivedBy({ sandboxUrl }: DevState): Promise<string[]> {
  const answer = await fetch(`${sandboxUrl}/__sandbox/receivers/app`);
  const { deliveries } = (await answer.json()) as { deliveries: { type: string; signature: string }[] };
  return deliveries.map(({ type, signature }) => `${type} ${signature}`);
}

test('from an empty folder to five published posts, stopped without a trace, and up again with the same keys', async () => {
  const dev = startDev(folder);
  const state = await dev.welcome;

  const key = expect.stringMatching(/^fanfare_sk_[A-Za-z0-9]{40,}$/);
  const account = expect.stringMatching(/^acc_[0-9a-z]{26}$/);
  const local = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(state).toEqual({
    baseUrl: local,
    docsUrl: `${state.baseUrl}/docs`,
    sandboxUrl: local,
    databaseUrl: expect.stringMatching(/^postgres:\/\/fanfare:[\w-]{32}@127\.0\.0\.1:\d+\/fanfare\?sslmode=disable$/),
    apiKey: key,
    otherProjectApiKey: key,
    smallPlanApiKey: key,
    pid: dev.pid,
    webhook: {
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url: `${state.sandboxUrl}/receiver/app`,
      secret: expect.stringMatching(/^whsec_/),
    },
    accounts: { instagram: account, threads: account, x: account, linkedin: account, hub: account },
  });
  expect(new Set(Object.values(keysOf(state))).size).toBe(3);
  // It contains keys and a password.
  expect(statSync(path.join(folder, 'dev.json')).mode & 0o777).toBe(0o600);

  const printed = dev.output();
  for (const shown of [state.baseUrl, state.apiKey, state.sandboxUrl, state.docsUrl, state.webhook?.url, 'dev.json'])
    expect(printed).toContain(shown);
  // The first person gets the workspace of the printed key.
  const [, setupUrl] = /Dashboard +http\S+ {2}\(first sign-in: (http\S+\/setup\/[\w-]{43})\)/.exec(printed)!;
  const ada = openBrowser(state.baseUrl);
  const setupPath = new URL(setupUrl!).pathname;
  expect((await ada.submit(await ada.get(setupPath), setupPath, { email: 'ada@example.com' })).status).toBe(303);
  const db = openDatabase({ url: state.databaseUrl, maxConnections: 1, onError: () => undefined });
  const owned = await db.query<{ name: string }>({
    text: 'select w.name from memberships m join workspaces w on w.id = m.workspace_id',
  });
  await db.close();
  expect(owned.rows).toEqual([{ name: 'Harbour Coffee' }]);
  expect((await ada.get('/dev/inbox')).status).toBe(200);
  // No colours without a terminal.
  expect(printed).not.toContain('\u001b');
  // The call can be sent again.
  for (let time = 0; time < 2; time++) {
    // Its idempotency key is the second.
    if (time > 0) await sleep(1_000);
    const answer = runCurl(printed.slice(printed.indexOf('curl ')));
    expect(answer.status).toBe(201);
    expect(answer.body.post.targets.map(({ platform, status }) => `${platform} ${status}`)).toEqual([
      'instagram published',
      'threads published',
      'x published',
      'linkedin published',
      'hub published',
    ]);
  }
  // The receiver's page shows the printed post.
  await expect
    .poll(async () => (await receivedBy(state)).toSorted())
    .toEqual([
      // With the pages that the person of LinkedIn manages.
      ...Array<string>(7).fill('account.connected valid'),
      ...Array<string>(2).fill('post.published valid'),
      ...Array<string>(10).fill('target.published valid'),
    ]);
  expect((await fetch(state.docsUrl)).status).toBe(200);
  expect(await (await fetch(`${state.sandboxUrl}/`)).text()).toContain('The harbour is awake');

  // An unconnected user removes the app: the sandbox knows the callback address.
  const left = await fetch(`${state.sandboxUrl}/__sandbox/threads/data-deletion`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'ben' }),
  });
  expect([left.status, await left.text()]).toEqual([200, expect.stringContaining(`${state.baseUrl}/removal/status/`)]);

  const second = startDev(folder);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.output()).toBe(
    `\nFanfare already runs from this folder, at ${state.baseUrl} (process ${dev.pid}). Use it as ${path.join(folder, 'dev.json')} says, or stop it first.\n`,
  );

  const parts = partsOf(dev.pid);
  expect(Object.values(parts)).not.toContain(Number.NaN);
  dev.press('SIGINT');
  expect(await dev.ended).toEqual({ code: 0, signal: null });
  // The second sentence appears only on a slow machine.
  expect(dev.output()).toMatch(/\nStopping…\n(Still finishing .*\n)?$/);
  await untilGone(parts.server, parts.sandbox, parts.postgres);
  expect(readState(folder)).toEqual({ ...keysOf(state), webhook: state.webhook });

  const again = startDev(folder);
  const next = await again.welcome;
  expect(keysOf(next)).toEqual(keysOf(state));
  expect(networkAccountsOf(next)).toEqual(networkAccountsOf(state));
  // The same webhook, at the address that the receiver has now.
  expect(next.webhook).toEqual({ ...state.webhook, url: `${next.sandboxUrl}/receiver/app` });
  expect(again.output()).toContain(`Dashboard   ${next.baseUrl}  links to sign in arrive in the inbox`);
  const answer = await fetch(`${next.baseUrl}/api/v1/webhooks`, {
    headers: { Authorization: `Bearer ${next.apiKey}` },
  });
  expect(await answer.json()).toMatchObject({
    webhooks: [{ id: state.webhook?.id, url: next.webhook?.url, enabled: true }],
  });
  await expect.poll(() => receivedBy(next)).toContain('account.connected valid');
  again.press('SIGTERM');
  expect(await again.ended).toEqual({ code: 0, signal: null });
});

test('an invalid port is refused in one sentence', async () => {
  const dev = startDev(folder, { PORT: 'http' });
  expect(await dev.ended).toEqual({ code: 1, signal: null });
  expect(dev.output()).toBe('\nPORT: must be a port from 0 to 65535, not "http".\n');
});
