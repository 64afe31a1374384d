import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/process/free-port.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { type Confirmation, post, postSigned, signedRequest } from '../leaving/callbacks.ts';
import { personOf } from '../use-server.ts';

const CELL_SECRET = 'the-secret-of-both-cells-32-chars';

let eu1: TestServer;
let us1: TestServer;
/** The server of `us1`, which comes and goes. */
let running: { halt(): Promise<void>; run: TestServer['run'] };
let settings: { port: number };

beforeAll(async () => {
  const [a, b] = [await freePort(0), await freePort(0)];
  const CELL_PEERS = `eu1=http://127.0.0.1:${a},us1=http://127.0.0.1:${b}`;
  const start = (CELL: string, port: number) =>
    startTestServer({
      env: { CELL, CELL_PEERS, CELL_SECRET, PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` },
    });
  [eu1, us1] = await Promise.all([start('eu1', a), start('us1', b)]);
  running = us1;
  settings = { port: b };
});
afterAll(async () => {
  await running.halt();
  await Promise.all([eu1.stop(), us1.stop()]);
});

/** One person, connected in a project of each cell. Returns the network's id. */
async function inBothCells(): Promise<string> {
  const [{ account }, other] = await Promise.all([personOf(eu1, 'threads'), personOf(us1, 'threads')]);
  // Each cell has its own simulated network, which gave another id.
  for (const table of ['accounts', 'platform_users'])
    await us1.db.query({
      text: `update ${table} set platform_user_id = $1 where platform_user_id = $2`,
      values: [account.platformUserId, other.account.platformUserId],
    });
  return account.platformUserId;
}

const accountsIn = async (cell: TestServer, id: string): Promise<number> =>
  (await cell.db.query({ text: 'select from accounts where platform_user_id = $1', values: [id] })).rowCount!;
const statusAt = async (cell: TestServer, code: string): Promise<string | undefined> =>
  /<h1>(.*?)<\/h1>/.exec(await (await fetch(`${cell.baseUrl}/removal/status/${code}`)).text())?.[1];

/** Runs of the jobs until nothing changes, as minutes would. */
async function minutes(...cells: readonly { run: TestServer['run'] }[]): Promise<void> {
  for (let round = 0; round < 2; round++)
    for (const { run } of cells) for (const job of ['remove-profiles', 'pass-removals'] as const) await run(job);
}

test('a removal reaches a cell that is away when the callback comes, and each cell says so until all are done', async () => {
  const id = await inBothCells();
  await running.halt();
  const callback = signedRequest('threads', id);
  const { status, body } = await postSigned(eu1, 'threads/data-deletion', callback);
  const { confirmation_code: code } = body as Confirmation;
  expect(status).toBe(200);
  await minutes(eu1);
  expect([await accountsIn(eu1, id), await accountsIn(us1, id)]).toEqual([0, 1]);
  expect(await statusAt(eu1, code)).toBe('Your data is being deleted');

  running = await us1.startAnother(settings);
  await minutes(eu1, running, eu1);
  expect([await accountsIn(eu1, id), await accountsIn(us1, id)]).toEqual([0, 0]);
  for (const cell of [eu1, us1]) expect(await statusAt(cell, code)).toBe('Your data was deleted');
  // A repeated callback at the other cell has the same code, and changes nothing.
  expect((await postSigned(us1, 'threads/data-deletion', callback)).body).toMatchObject({ confirmation_code: code });
  for (const { db } of [eu1, us1]) {
    const { rows } = await db.query({
      text: `select count(*)::int as removals, count(platform_user_id)::int as known,
               (select count(*)::int from removal_passes where platform_user_id is not null) as waiting from removal_requests`,
    });
    expect(rows).toEqual([{ removals: 1, known: 0, waiting: 0 }]);
  }
});

test('an account that was connected at the other cell after the callback stays', async () => {
  const id = await inBothCells();
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
  await postSigned(eu1, 'threads/deauthorize', signedRequest('threads', id, { issued_at: hourAgo }));
  await minutes(eu1, running, eu1);
  expect([await accountsIn(eu1, id), await accountsIn(us1, id)]).toEqual([1, 1]);
});

test('only a cell with the secret may pass a removal on', async () => {
  const send = (authorization: string | null, body: unknown) =>
    fetch(`${us1.baseUrl}/cells/peers/removals`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(authorization !== null && { Authorization: authorization }) },
      body: JSON.stringify(body),
    });
  const removal = {
    codeSha256: 'ab'.repeat(32),
    platform: 'threads',
    source: 'operator',
    platformUserId: '1003',
    requestedBefore: new Date().toISOString(),
  };
  for (const wrong of [null, 'Bearer wrong', `Bearer ${CELL_SECRET}x`])
    expect((await send(wrong, removal)).status).toBe(401);
  const count = async () =>
    (await us1.db.query({ text: "select from removal_requests where source = 'operator'" })).rowCount;
  expect(await count()).toBe(0);
  expect((await post(us1, 'threads/deauthorize', new URLSearchParams({ signed_request: 'x.y' }))).status).toBe(400);
});
