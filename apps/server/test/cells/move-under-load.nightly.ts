import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '@fanfare/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMovedKeys, moveWorkspace } from '../../src/cells/move/move-workspace.ts';
import { readMovedKeys } from '../../src/cells/router/router-plan.ts';
import { sandboxEnvironment } from '../../src/operator/dev/sandbox-environment.ts';
import { useReceivers } from '../events/webhooks/receivers.ts';
import { openProject } from '../harness.ts';
import { hasNginx } from '../nginx.ts';
import { until } from '../until.ts';
import { startLoad } from './move-load.ts';
import { openCell, projectIn, startCell, type TestCell } from './use-cells.ts';
import { type Router, startNginx } from './use-nginx.ts';

const CALLERS = 6;
const receivers = useReceivers();
let eu1: TestCell;
let us1: TestCell;
let from: ReturnType<typeof openCell>;
let to: ReturnType<typeof openCell>;
let router: Router;
const moved: string[] = [];

const planOf = () => {
  const keys = readMovedKeys(moved.join('\n'));
  if ('problem' in keys) throw new Error(keys.problem);
  const cells = [eu1, us1].map(({ label, baseUrl }) => ({ label, servers: [new URL(baseUrl).host] }));
  return { cells: cells as [(typeof cells)[0], ...typeof cells], defaultCell: null, moved: keys };
};

beforeAll(async () => {
  eu1 = await startCell('eu1');
  us1 = await startCell('us1', { env: sandboxEnvironment(eu1.sandbox.url) });
  [from, to] = [openCell(eu1), openCell(us1)];
  router = await startNginx(planOf());
});
afterAll(async () => {
  await Promise.all([router.stop(), from.close(), to.close()]);
  await us1.stop();
  await eu1.stop();
});

describe.skipIf(!hasNginx)('a workspace that moves under load behind nginx', () => {
  test.each([1, 2, 3, 4, 5])(
    'loses nothing and does nothing twice, run %i',
    async (run) => {
      const name = `run${run}`;
      const { project, workspaceId, projectId } = await projectIn(eu1);
      const accounts: Account[] = [];
      for (let caller = 0; caller < CALLERS; caller++) {
        await eu1.sandbox.addProfile('x', { username: `${name}_${caller}`, name });
        accounts.push(await project.connect('x', `${name}_${caller}`));
      }
      const receiver = await receivers.open();
      await project.call('POST', '/api/v1/webhooks', { url: receiver.url });
      const neighbour = await projectIn(eu1);
      await eu1.sandbox.addProfile('x', { username: `${name}_n`, name });
      const beside = [await neighbour.project.connect('x', `${name}_n`)];

      const load = startLoad(openProject(router.baseUrl, project.apiKey), accounts, name);
      const other = startLoad(openProject(router.baseUrl, neighbour.project.apiKey), beside, `${name} n`);
      await sleep(3_000);
      const startedAt = performance.now();
      await moveWorkspace({ from, to, drainMs: 60_000, onStep: () => undefined }, workspaceId);
      const movedMs = Math.round(performance.now() - startedAt);
      moved.push(...(await listMovedKeys(to.db, workspaceId, 'us1')));
      router.reload(planOf());
      await sleep(4_000);
      await Promise.all([load.stop(), other.stop()]);

      // Callers saw nothing but 503, and the neighbour not even that.
      expect(new Set(load.refused.map(({ status }) => status))).toEqual(new Set([503]));
      expect(load.refused.every(({ retryAfter }) => Number(retryAfter) > 0 && Number(retryAfter) <= 30)).toBe(true);
      expect(other.refused).toEqual([]);

      // Every acknowledged post is there, has ended, and is live once.
      const there = project.at(us1.baseUrl);
      const before = load.acknowledged.length;
      expect(before).toBeGreaterThan(50);
      for (const { id, key } of load.acknowledged) {
        const post = await there.settled(id);
        expect([post.content, post.targets.map(({ status }) => status)]).toEqual([key, ['published']]);
      }
      const live = (await eu1.sandbox.posts('x')).filter(
        ({ text }) => text.startsWith(`${name} `) && !text.startsWith(`${name} n`),
      );
      expect(live.map(({ text }) => text).sort()).toEqual(load.acknowledged.map(({ key }) => key).sort());

      // Positions without a gap, each read once, each delivered once.
      const events = await until(async () => {
        const { rows } = await us1.db.query<{ id: string; position: number | null }>({
          text: `select body::jsonb ->> 'id' as id, position from events where project_id = $1 order by position nulls first`,
          values: [projectId],
        });
        return rows.every(({ position }) => position !== null) ? rows : null;
      });
      expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1));
      expect(load.events).toEqual(events.slice(0, load.events.length).map(({ id }) => id));
      const delivered = await until(async () =>
        receiver.received.length >= events.length - 1 - CALLERS ? receiver.received : null,
      );
      const webhookIds = delivered.map(({ headers }) => headers['webhook-id']);
      expect(new Set(webhookIds).size).toBe(webhookIds.length);

      // The bill is exact, and nothing stays reserved.
      const { body } = await until(async () => {
        const usage = await there.usage();
        return usage.reserved === 0 ? { body: usage } : null;
      });
      expect(body.used).toBe(before);
      const { rows } = await us1.db.query<{ keys: number; billed: number }>({
        text: `select (select count(*)::int from idempotency_keys where project_id = $1) as keys,
               (select count(*)::int from usage_events where project_id = $1) as billed`,
        values: [projectId],
      });
      expect(rows).toEqual([{ keys: before, billed: before }]);
      const { rowCount } = await eu1.db.query({ text: 'select from posts where project_id = $1', values: [projectId] });
      expect(rowCount).toBe(0);
      process.stdout.write(
        `run ${run}: ${before} posts, ${events.length} events, ${load.refused.length} refused, moved in ${movedMs} ms\n`,
      );
    },
    180_000,
  );
});
