import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, MediaFile } from '@fanfare/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMovedKeys, moveWorkspace } from '../../src/cells/move/move-workspace.ts';
import { stagingOf } from '../../src/cells/move/workspace-rows.ts';
import { readMovedKeys } from '../../src/cells/router/router-plan.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { freePort } from '../../src/process/free-port.ts';
import { type Receiver, useReceivers } from '../events/webhooks/receivers.ts';
import type { Project } from '../harness.ts';
import { hasNginx } from '../nginx.ts';
import { createRealClock } from '../test-clock.ts';
import { until } from '../until.ts';
import { type Load, PICTURE, startLoad } from './move-load.ts';
import { openCell, projectIn, startCell, type TestCell } from './use-cells.ts';
import { type Router, startNginx } from './use-nginx.ts';

const CALLERS = { x: 6, instagram: 2 } as const;
const receivers = useReceivers();
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-move-load-'));
let eu1: TestCell;
let us1: TestCell;
let from: ReturnType<typeof openCell>;
let to: ReturnType<typeof openCell>;
let router: Router;
let ports: readonly [number, number];
const moved: string[] = [];

const planOf = () => {
  const keys = readMovedKeys(moved.join('\n'));
  if ('problem' in keys) throw new Error(keys.problem);
  const servers = (at: 0 | 1) => [`127.0.0.1:${ports[at]}`];
  const cells = [
    { label: 'eu1', servers: servers(0) },
    { label: 'us1', servers: servers(1) },
  ] as const;
  return { cells, defaultCell: null, moved: keys };
};

beforeAll(async () => {
  ports = [await freePort(0), await freePort(0)];
  router = await startNginx(planOf());
  const env = (at: 0 | 1, label: string) => ({
    ...{ BASE_URL: router.baseUrl, TRUST_PROXY: '1', PORT: `${ports[at]}`, MEDIA_DIR: path.join(folder, label) },
  });
  // Callers schedule by the time of this machine.
  const clock = createRealClock();
  eu1 = await startCell('eu1', { clock, env: env(0, 'eu1') });
  us1 = await startCell('us1', { clock, env: { ...sandboxEnvironment(eu1.sandbox.url), ...env(1, 'us1') } });
  [from, to] = [openCell(eu1), openCell(us1)];
});
afterAll(async () => {
  await Promise.all([from.close(), to.close()]);
  await us1.stop();
  await eu1.stop();
  await router.stop();
  rmSync(folder, { recursive: true });
});

/** Damage to the copy, once it is complete. */
type Harm = (of: { readonly staging: string; readonly load: Load }) => Promise<unknown>;

const keyOf = ({ url }: MediaFile): string => /\/m\/\w+\.([0-9a-f]{32})\//.exec(url)![1]!;

/** Result of a move under load. */
type Moved = {
  readonly name: string;
  readonly project: Project;
  readonly projectId: string;
  readonly load: Load;
  readonly other: Load;
  readonly receiver: Receiver;
  readonly movedMs: number;
  readonly reloadedAtMs: number;
};

/** Moves a workspace under load. `harm` is done to the copy, which the judge has to see. */
async function moveUnderLoad(name: string, harm: Harm | null = null): Promise<Moved> {
  const { project, workspaceId, projectId } = await projectIn(eu1);
  const connect = async (of: Project, platform: string, username: string): Promise<Account> => {
    await eu1.sandbox.addProfile(platform, { username, name });
    return of.connect(platform, username);
  };
  const accounts: Account[] = [];
  for (const [platform, callers] of Object.entries(CALLERS))
    for (let caller = 0; caller < callers; caller++)
      accounts.push(await connect(project, platform, `${name}_${caller}`));
  const receiver = await receivers.open();
  await project.call('POST', '/api/v1/webhooks', { url: receiver.url });
  const neighbour = await projectIn(eu1);
  const beside = [await connect(neighbour.project, 'x', `${name}_n`)];

  const { baseUrl } = router;
  const load = startLoad({ project, baseUrl }, accounts, name);
  const other = startLoad({ project: neighbour.project, baseUrl }, beside, `${name} n`);
  await sleep(3_000);
  const startedAt = performance.now();
  await moveWorkspace(
    {
      ...{ from, to, drainMs: 60_000 },
      async onStep(step) {
        if (step === 'copied') await harm?.({ staging: stagingOf({ id: workspaceId }), load });
      },
    },
    workspaceId,
  );
  const movedMs = Math.round(performance.now() - startedAt);
  moved.push(...(await listMovedKeys(to.db, workspaceId, 'us1')));
  const reloadedAtMs = performance.now();
  router.reload(planOf());
  await sleep(4_000);
  await Promise.all([load.stop(), other.stop()]);
  return { name, project, projectId, load, other, receiver, movedMs, reloadedAtMs };
}

/** Throws for whatever was lost, done twice, or seen by callers. */
async function judge({
  name,
  project,
  projectId,
  load,
  other,
  receiver,
  reloadedAtMs,
}: Moved): Promise<{ events: number }> {
  // Callers saw nothing but 503, and the neighbour not even that.
  expect(new Set(load.refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(load.refused.every(({ retryAfter }) => Number(retryAfter) > 0 && Number(retryAfter) <= 30)).toBe(true);
  expect(other.refused).toEqual([]);
  // A reload of nginx ends connections, as every proxy's does; callers repeat what was on its way.
  const cut = [...load.cutAtMs, ...other.cutAtMs].map((at) => at - reloadedAtMs);
  expect(cut.filter((afterMs) => afterMs < 0 || afterMs > 2_000)).toEqual([]);

  // Every acknowledged file is in its new cell, also at the address that it had in the old one.
  const { rowCount: files } = await us1.db.query({
    text: "select from media where project_id = $1 and status = 'ready'",
    values: [projectId],
  });
  expect(files).toBe(load.files.length);
  for (const { url } of load.files) {
    const answer = await fetch(url);
    const type = answer.headers.get('content-type');
    expect([answer.status, answer.redirected, type]).toEqual([200, false, 'image/jpeg']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PICTURE)).toBe(true);
  }
  expect(load.files.filter(({ url }) => url.includes('/m/eu1.')).length).toBeGreaterThan(3);

  // Every acknowledged post is there, has ended, and is live once.
  const before = load.acknowledged.length;
  expect(before).toBeGreaterThan(50);
  for (const { id, key } of load.acknowledged) {
    const post = await project.settled(id);
    expect([post.content, post.targets.map(({ status, error }) => [status, error])]).toEqual([
      ...[key, [['published', null]]],
    ]);
  }
  const live = (await Promise.all(Object.keys(CALLERS).map((platform) => eu1.sandbox.posts(platform)))).flat();
  const own = live.filter(({ text }) => text.startsWith(`${name} `) && !text.startsWith(`${name} n`));
  expect(own.map(({ text }) => text).sort()).toEqual(load.acknowledged.map(({ key }) => key).sort());

  // Positions without a gap, each read once, each delivered once.
  const events = await until(async () => {
    const { rows } = await us1.db.query<{ id: string; type: string; position: number | null }>({
      text: `select body::jsonb ->> 'id' as id, type, position from events where project_id = $1 order by position nulls first`,
      values: [projectId],
    });
    return rows.every(({ position }) => position !== null) ? rows : null;
  });
  expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1));
  expect(load.events).toEqual(events.slice(0, load.events.length).map(({ id }) => id));
  const announced = events.filter(({ type }) => type !== 'account.connected').length;
  const delivered = await until(async () => (receiver.received.length >= announced ? receiver.received : null));
  const webhookIds = delivered.map(({ headers }) => headers['webhook-id']);
  expect(new Set(webhookIds).size).toBe(webhookIds.length);

  // The bill is exact, and nothing stays reserved.
  const { used } = await until(async () => {
    const usage = await project.usage();
    return usage.reserved === 0 ? usage : null;
  });
  expect(used).toBe(before);
  const { rows } = await us1.db.query<{ keys: number; billed: number }>({
    text: `select (select count(*)::int from idempotency_keys where project_id = $1) as keys,
           (select count(*)::int from usage_events where project_id = $1) as billed`,
    values: [projectId],
  });
  expect(rows).toEqual([{ keys: before, billed: before }]);
  const { rowCount } = await eu1.db.query({ text: 'select from posts where project_id = $1', values: [projectId] });
  expect(rowCount).toBe(0);
  return { events: events.length };
}

describe.skipIf(!hasNginx)('a workspace that moves under load behind nginx', () => {
  test.each([1, 2, 3, 4, 5])(
    'loses nothing and does nothing twice, run %i',
    async (run) => {
      const outcome = await moveUnderLoad(`run${run}`);
      const { events } = await judge(outcome);
      const { load, movedMs } = outcome;
      process.stdout.write(
        `run ${run}: ${load.acknowledged.length} posts, ${load.files.length} files, ${events} events, ${load.refused.length} refused, ${load.cutAtMs.length} cut by the reload, moved in ${movedMs} ms\n`,
      );
    },
    180_000,
  );

  test.each<[what: string, harm: Harm, seen: RegExp]>([
    ['the bytes of a file', ({ load }) => to.store!.remove(keyOf(load.files[0]!)), /\[ 404, false/],
    [
      'the place of an event',
      ({ staging }) =>
        to.db.query({ text: `update ${staging}.events set position = position + 1000000 where position = 20` }),
      /deeply equal \[ 1, 2/,
    ],
    [
      'a line of the bill',
      ({ staging }) =>
        to.db.query({
          text: `delete from ${staging}.usage_events where id = (select id from ${staging}.usage_events limit 1)`,
        }),
      /keys/,
    ],
  ])(
    'is judged: a move that loses %s is seen',
    async (what, harm, seen) => {
      const outcome = await moveUnderLoad(`no_${what.split(' ').at(-1)}`, harm);
      await expect(judge(outcome)).rejects.toThrow(seen);
    },
    180_000,
  );
});
