import type { Post } from '@fanfare/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { abortMove, listMovedKeys, type MoveStep, moveWorkspace } from '../../src/cells/move/move-workspace.ts';
import { MOVED, STAYING } from '../../src/cells/move/workspace-tables.ts';
import { toPublicId } from '../../src/process/ids.ts';
import { linkFor, open, REDIRECT_URL } from '../connect-steps.ts';
import { signIn } from '../dashboard/api/sign-in.ts';
import type { Project } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { until } from '../until.ts';
import { openCell, projectIn, startCell, type TestCell } from './use-cells.ts';

let eu1: TestCell;
let us1: TestCell;
let from: ReturnType<typeof openCell>;
let to: ReturnType<typeof openCell>;
beforeAll(async () => {
  [eu1, us1] = await Promise.all([startCell('eu1'), startCell('us1')]);
  [from, to] = [openCell(eu1), openCell(us1)];
});
afterAll(async () => {
  await Promise.all([from.close(), to.close()]);
  await Promise.all([eu1.stop(), us1.stop()]);
});

const run = (workspaceId: string, onStep: (step: MoveStep) => Promise<void> | void = () => undefined) =>
  moveWorkspace({ from, to, drainMs: 20_000, fencedMs: 1_100, onStep }, workspaceId);

/** A project with a person, a published post, a scheduled one and a webhook. */
async function filled(name: string) {
  const of = await projectIn(eu1);
  const { project } = of;
  await eu1.sandbox.addProfile('x', { username: name, name });
  const { id: accountId } = await project.connect('x', name);
  const platforms = [{ platform: 'x', accountId }];
  await project.call('POST', '/api/v1/webhooks', { url: 'https://127.0.0.1:9/hook' });
  const published = (await project.publish({ content: 'Now', platforms }, 'now')).body.post;
  const scheduled = (await project.publish({ content: 'Later', publishAt: inMs(3_600_000), platforms }, 'later')).body
    .post;
  await until(async () => {
    const { rows } = await eu1.db.query<{ waiting: number }>({
      text: 'select count(*)::int as waiting from events where project_id = $1 and position is null',
      values: [of.projectId],
    });
    return rows[0]!.waiting === 0 || null;
  });
  return { ...of, published, scheduled, accountId };
}

/** Everything that the workspace has in a cell, as text. */
async function dump(
  { db }: TestCell,
  of: { workspaceId: string; projectId: string },
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table, where } of MOVED) {
    // Calls are logged after their answer.
    if (table === 'request_log') continue;
    const { rows } = await db.query<{ row: string }>({
      text: `select (to_jsonb(t) - '{key_id,wrapped_key,last_used_at,paused_until}'::text[])::text as row from ${table} t
             where ${where} and $1::uuid is not null and $2::uuid[] is not null order by 1`,
      values: [of.workspaceId, [of.projectId]],
    });
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}
const counts = (rows: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(rows).flatMap(([table, all]) => (all.length > 0 ? [[table, all.length]] : [])));

const usage = (project: Project) => project.call<{ used: number; reserved: number }>('GET', '/api/v1/usage');

test('every table moves with its workspace or is named as one that stays', async () => {
  const { rows } = await eu1.db.query<{ name: string }>({
    text: "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'migrations%'",
  });
  const named = [...MOVED.map(({ table }) => table), 'users', ...STAYING];
  expect(rows.map(({ name }) => name).sort()).toEqual(named.sort());
});

test('a workspace goes on in its new cell with every row, its keys, its quota and its credentials', async () => {
  const of = await filled('mover');
  const { project, published, scheduled } = of;
  const link = await linkFor(project, { platform: 'x', redirectUrl: REDIRECT_URL });
  const before = await dump(eu1, of);
  const [events, used] = [await project.call('GET', '/api/v1/events'), await usage(project)];
  const refused: { status: number; retryAfter: string | null }[] = [];
  await run(of.workspaceId, async (step) => {
    const { status, headers } = await project.publish({ content: step, platforms: [] }, step);
    refused.push({ status, retryAfter: headers.get('retry-after') });
  });
  expect(refused).toEqual(Array.from({ length: 5 }, () => ({ status: 503, retryAfter: '5' })));
  expect(await dump(us1, of)).toEqual(before);
  expect(counts(await dump(eu1, of))).toEqual({ workspaces: 1, projects: 1, api_keys: 1 });

  const moved = project.at(us1.baseUrl);
  expect((await moved.call('GET', '/api/v1/events')).body).toEqual(
    JSON.parse(JSON.stringify(events.body).replaceAll('eu1.', 'us1.')),
  );
  expect((await usage(moved)).body).toEqual(used.body);
  expect((await moved.publish({ content: 'Again', platforms: [] }, 'now')).status).toBe(400);
  const replayed = await moved.publish<{ post: Post; replayed: boolean }>(
    { content: 'Now', platforms: [{ platform: 'x', accountId: of.accountId }] },
    'now',
  );
  expect([replayed.status, replayed.body.replayed, replayed.body.post.id]).toEqual([200, true, published.id]);
  // The credential opens with the key of the new cell: the network gets the post.
  await us1.db.query({
    text: 'update targets set run_at = now() where project_id = $1 and not done',
    values: [of.projectId],
  });
  await us1.run('find-due-posts');
  const [target] = (await moved.settled(scheduled.id)).targets;
  expect(target).toMatchObject({
    status: 'failed',
    errorDetail: { code: expect.not.stringMatching('internal_error') },
  });
  expect(await listMovedKeys(to.db, of.workspaceId, 'us1')).toEqual([
    expect.stringMatching(/^fanfare_sk_eu1_\w{4}…\w{4} us1$/),
  ]);

  // Its link leads on, and the page of the new cell answers.
  const seen = await open(link);
  expect([seen.status, seen.location!.pathname]).toEqual([307, new URL(link).pathname.replace('eu1.', 'us1.')]);
  expect((await open(new URL(seen.location!.pathname, us1.baseUrl))).status).toBe(200);
  await expect(run(of.workspaceId)).rejects.toThrow('The workspace is in the cell us1 already.');
});

test('people of the workspace are those of the new cell with the same address', async () => {
  const of = await filled('people');
  const [here, there] = [await signIn(eu1, 'both@example.com'), await signIn(us1, 'both@example.com')];
  await eu1.db.query({
    text: "insert into memberships (workspace_id, user_id, role) values ($1, $2, 'owner')",
    values: [of.workspaceId, here.userId],
  });
  await eu1.db.query({
    text: 'update api_keys set created_by = $2 where project_id = $1',
    values: [of.projectId, here.userId],
  });
  await run(of.workspaceId);
  const { rows } = await us1.db.query({
    text: 'select m.user_id, k.created_by from memberships m, api_keys k where m.workspace_id = $1 and k.project_id = $2',
    values: [of.workspaceId, of.projectId],
  });
  expect(rows).toEqual([{ user_id: there.userId, created_by: there.userId }]);
  const answer = await there.call('GET', `/app/api/projects/${toPublicId('prj', of.projectId)}/keys`);
  expect(answer.status).toBe(200);
});

test.each<[MoveStep, boolean]>([
  ['copied', false],
  ['left', true],
])(
  'a move that fails once it has %s leaves the workspace in one cell, and another run ends it',
  async (step, isDecided) => {
    const of = await filled(`fails_${step}`);
    const before = await dump(eu1, of);
    const failing = run(of.workspaceId, (at) => {
      if (at === step) throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(counts(await dump(us1, of))).toEqual({});
    if (isDecided)
      await expect(abortMove({ from, to }, of.workspaceId)).rejects.toThrow('Run the move again: it ends it.');
    else expect(await dump(eu1, of)).toEqual(before);
    expect(
      (
        await until(async () => {
          const answer = await usage(of.project);
          return (answer.status === 503) === isDecided ? answer : null;
        })
      ).status,
    ).toBe(isDecided ? 503 : 200);
    await run(of.workspaceId);
    expect(await dump(us1, of)).toEqual(before);
  },
);

test('a workspace whose target hangs at its network is not moved, and stays as it was', async () => {
  const of = await filled('hangs');
  await eu1.db.query({
    text: "update targets set lease_owner = 'somebody', lease_expires_at = now() + interval '1 hour' where project_id = $1 and not done",
    values: [of.projectId],
  });
  await expect(
    moveWorkspace({ from, to, drainMs: 300, fencedMs: 0, onStep: () => undefined }, of.workspaceId),
  ).rejects.toThrow(expect.objectContaining({ name: 'WorkspaceBusy' }));
  expect(counts(await dump(us1, of))).toEqual({});
});

test('a workspace with a hosted file, whose bytes stay in the store of its cell, is refused and stays as it was', async () => {
  const of = await filled('files');
  await eu1.db.query({
    text: `insert into media (project_id, id, key, filename, content_type, bytes, look_at)
           values ($1, gen_random_uuid(), repeat('a', 32), 'latte.png', 'image/png', 1, now())`,
    values: [of.projectId],
  });
  const before = await dump(eu1, of);
  await expect(run(of.workspaceId)).rejects.toThrow(
    'The workspace has hosted files, which cannot be moved yet. Delete them, or wait until they end.',
  );
  expect(await dump(eu1, of)).toEqual(before);
  expect((await usage(of.project)).status).toBe(200);
});
