import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody, MediaFile, Post } from '@fanfare/contract';
import { withoutCell } from '@fanfare/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileProgress } from '../../src/cells/move/copy-files.ts';
import { abortMove, listMovedKeys, type MoveStep, moveWorkspace } from '../../src/cells/move/move-workspace.ts';
import { MOVED, STAYING } from '../../src/cells/move/workspace-tables.ts';
import { checkMoves } from '../../src/operator/doctor/check-moves.ts';
import { toPublicId } from '../../src/process/ids.ts';
import { linkFor, open, REDIRECT_URL } from '../connect-steps.ts';
import { signIn } from '../dashboard/api/sign-in.ts';
import { useReceivers } from '../events/webhooks/receivers.ts';
import type { Project } from '../harness.ts';
import { inMs } from '../in-ms.ts';
import { until } from '../until.ts';
import { openCell, projectIn, startCell, type TestCell } from './use-cells.ts';

const sample = (name: string) => readFileSync(new URL(`../../../../packages/sandbox/samples/${name}`, import.meta.url));
type Answer = { readonly media: MediaFile };

const receivers = useReceivers();
let receiver: Awaited<ReturnType<typeof receivers.open>>;
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-move-'));
let eu1: TestCell;
let us1: TestCell;
let from: ReturnType<typeof openCell>;
let to: ReturnType<typeof openCell>;
beforeAll(async () => {
  [eu1, us1] = (await Promise.all(
    ['eu1', 'us1'].map((label) => startCell(label, { env: { MEDIA_DIR: path.join(folder, label) } })),
  )) as [TestCell, TestCell];
  [from, to] = [openCell(eu1), openCell(us1)];
  receiver = await receivers.open();
});
afterAll(async () => {
  await Promise.all([from.close(), to.close()]);
  await Promise.all([eu1.stop(), us1.stop()]);
  rmSync(folder, { recursive: true });
});

const run = (
  workspaceId: string,
  onStep: (step: MoveStep) => Promise<void> | void = () => undefined,
  { onFiles, fencedMs = 1_100 }: { onFiles?: (progress: FileProgress) => void; fencedMs?: number } = {},
) => moveWorkspace({ from, to, drainMs: 20_000, fencedMs, onStep, ...(onFiles && { onFiles }) }, workspaceId);

/** Waits until each event has its position and is delivered: nothing changes any more. */
const relayed = (projectId: string) =>
  until(async () => {
    const { rows } = await eu1.db.query<{ waiting: number }>({
      text: `select (select count(*)::int from events where project_id = $1 and position is null)
               + (select count(*)::int from webhook_deliveries where project_id = $1 and state = 'pending') as waiting`,
      values: [projectId],
    });
    return rows[0]!.waiting === 0 || null;
  });

/** An app that was connected before the installation became a cell, with a token and a code. */
const connectApp = (projectId: string) =>
  eu1.db.query({
    text: `with app as (insert into api_keys (id, project_id, name, display, oauth_client, expires_at)
             values (gen_random_uuid(), $1, 'Agent', 'agent.example', 'https://agent.example/a', now() + interval '1 day') returning id),
           code as (insert into oauth_codes (code_sha256, project_id, user_id, oauth_client, name, display, scope, days,
                      redirect_uri, challenge, expires_at)
             values (sha256(convert_to($2, 'UTF8')), $1, gen_random_uuid(), 'https://agent.example/a', '', '', 'read', 1, '', '', now()))
           insert into oauth_tokens (token_sha256, project_id, key_id, kind, usable_until, expires_at)
           select sha256(convert_to($2, 'UTF8')), $1, id, 'refresh', now(), now() + interval '1 day' from app`,
    values: [projectId, projectId],
  });

/**
 * A project with a person, a published post that was removed again, a chain to come and a webhook.
 */
async function filled(name: string) {
  const of = await projectIn(eu1);
  const { project } = of;
  await eu1.sandbox.addProfile('x', { username: name, name });
  const { id: accountId } = await project.connect('x', name);
  const platforms = [{ platform: 'x', accountId }];
  await project.call('POST', '/api/v1/webhooks', { url: receiver.url });
  await connectApp(of.projectId);
  const published = (await project.publish({ content: 'Now', platforms }, 'now')).body.post;
  const thread = [{ content: 'Later' }, { content: 'And then' }];
  const chain = { content: '', publishAt: inMs(3_600_000), platforms: [{ platform: 'x', accountId, thread }] };
  const scheduled = (await project.publish(chain, 'later')).body.post;
  await project.call('POST', `/api/v1/posts/${published.id}/unpublish`, {});
  await relayed(of.projectId);
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
  expect(counts(await dump(eu1, of))).toEqual({ workspaces: 1, projects: 1, api_keys: 2 });

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
    text: 'update targets set run_at = now() where project_id = $1 and not done and follows is null',
    values: [of.projectId],
  });
  await us1.run('find-due-posts');
  const [target] = (await moved.settled(scheduled.id)).targets;
  expect(target).toMatchObject({
    status: 'failed',
    errorDetail: { code: expect.not.stringMatching('internal_error') },
    thread: [{ status: 'failed' }, { status: 'skipped' }],
  });
  expect(replayed.body.post.targets[0]).toMatchObject({ status: 'published', unpublishedAt: expect.any(String) });
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
    text: 'select m.user_id, k.created_by from memberships m, api_keys k where m.workspace_id = $1 and k.project_id = $2 and k.oauth_client is null',
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

/** A file in the folder of a cell. */
const placeIn = ({ folder }: TestCell, { url }: MediaFile): string => {
  const key = withoutCell(/\/m\/([^/]+)/.exec(url)![1]!);
  return path.join(folder!, key.slice(0, 2), key);
};
/** Files of workspaces that have not arrived. */
const arriving = async ({ db }: TestCell) => (await db.query({ text: 'select from arriving_media' })).rowCount;
const host = async (project: Project, filename: string): Promise<MediaFile> => {
  const answer = await fetch(`${eu1.baseUrl}/api/v1/media?filename=${filename}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${project.apiKey}` },
    body: sample(filename),
  });
  return ((await answer.json()) as Answer).media;
};
const announce = async (project: Project, bytes: Buffer, key: string): Promise<MediaFile> => {
  const file = { filename: 'later.jpg', contentType: 'image/jpeg', bytes: bytes.length };
  return (await project.call<Answer>('POST', '/api/v1/media', file, { 'Idempotency-Key': key })).body.media;
};
const send = ({ uploadUrl }: MediaFile, body: Buffer): Promise<Response> =>
  fetch(uploadUrl!, { method: 'PUT', headers: { 'Content-Type': 'image/jpeg' }, body });
const refusalOf = async (answer: Response) => [
  answer.status,
  answer.headers.get('retry-after'),
  ((await answer.json()) as ErrorBody).error.code,
];

test('hosted files move with their bytes, and are where networks, pages and uploads look for them', async () => {
  const of = await filled('files');
  const { project } = of;
  await eu1.sandbox.addProfile('instagram', { username: 'files', name: 'Files' });
  const { id: accountId } = await project.connect('instagram', 'files');
  const picture = await host(project, 'latte.png');
  const platforms = [{ platform: 'instagram', accountId }];
  const mediaItems = [{ type: 'image', url: picture.url }];
  // With a JPEG of it, made now.
  await project.publish({ content: 'Later', publishAt: inMs(3_600_000), mediaItems, platforms });
  const jpeg = sample('harbour.jpg');
  const [open, sent] = [await announce(project, jpeg, 'open'), await announce(project, jpeg, 'sent')];
  expect((await send(sent, jpeg)).status).toBe(204);
  await relayed(of.projectId);
  const before = await dump(eu1, of);
  expect(before.media_variants).toHaveLength(1);
  const progress: FileProgress[] = [];
  await run(of.workspaceId, undefined, { onFiles: (at) => progress.push(at), fencedMs: 0 });
  const bytes = Number(JSON.parse(before.media_variants![0]!).bytes) + picture.bytes + jpeg.length;
  expect(progress.at(-1)).toEqual({ copied: { files: 4, bytes: bytes + jpeg.length }, all: expect.anything() });

  // The token of an upload is one of the new cell.
  const plain = (rows: Record<string, string[]>) => ({
    ...rows,
    media: rows.media!.map((row) => ({ ...JSON.parse(row), upload_token_sha256: '' })),
  });
  expect(plain(await dump(us1, of))).toEqual(plain(before));
  expect(readFileSync(placeIn(us1, picture)).equals(sample('latte.png'))).toBe(true);
  expect(await arriving(us1)).toBe(0);

  // The old cell says where a file is, in the words of the router; the new one has it at any label.
  const [old, moved] = [picture.url, picture.url.replace(eu1.baseUrl, us1.baseUrl)];
  const led = await fetch(old);
  const { headers } = led;
  expect([led.status, headers.get('x-accel-redirect'), headers.get('retry-after'), await led.text()]).toEqual([
    ...[503, '@fanfare_us1', '5', ''],
  ]);
  expect(Buffer.from(await (await fetch(moved)).arrayBuffer()).equals(sample('latte.png'))).toBe(true);

  // An upload that had not come begins again at the address that the file has now.
  expect(await refusalOf(await send(open, jpeg))).toEqual([503, '5', 'unavailable']);
  const there = project.at(us1.baseUrl);
  const complete = ({ id }: MediaFile) => there.call<Answer>('POST', `/api/v1/media/${id}/complete`);
  expect((await complete(sent)).body.media).toMatchObject({ status: 'ready', bytes: jpeg.length });
  expect((await complete(open)).status).toBe(409);
  expect((await send(await announce(there, jpeg, 'open'), jpeg)).status).toBe(204);
  expect((await complete(open)).body.media).toMatchObject({ id: open.id, status: 'ready' });
});

test('a file whose bytes are not those of its row stops the move; another run goes on once they are', async () => {
  const of = await filled('broken');
  const files = [await host(of.project, 'latte.png'), await host(of.project, 'harbour.jpg')];
  const place = placeIn(eu1, files[1]!);
  const whole = readFileSync(place);
  writeFileSync(place, Buffer.alloc(whole.length));
  await relayed(of.projectId);
  const before = await dump(eu1, of);
  await expect(run(of.workspaceId)).rejects.toThrow(
    `The file ${files[1]!.id} arrives with other bytes than its checksum says. Restore its bytes in the store of its cell, or delete the file, then run this again: it goes on with the others.`,
  );
  expect(await dump(eu1, of)).toEqual(before);
  expect((await usage(of.project)).status).toBe(200);
  expect((await checkMoves(us1)).message).toContain('files that have come wait here');
  writeFileSync(place, whole);
  const copied: number[] = [];
  await run(of.workspaceId, undefined, { onFiles: ({ copied: { files } }) => copied.push(files), fencedMs: 0 });
  // The other one was here.
  expect(copied).toEqual([2]);
  expect(await arriving(us1)).toBe(0);
  expect(readFileSync(placeIn(us1, files[1]!)).equals(whole)).toBe(true);
});

test('requests that were let in before the fence and miss their rows are answered like all others', async () => {
  const of = await filled('late');
  const { project } = of;
  const jpeg = sample('harbour.jpg');
  const file = await announce(project, jpeg, 'late');
  await send(file, jpeg);
  const platforms = [{ platform: 'x', accountId: of.accountId }];
  let late: Promise<readonly { status: number; headers: Headers }[]> | undefined;
  await project.usage();
  await moveWorkspace(
    {
      ...{ from, to, drainMs: 20_000, fencedMs: 0 },
      onStep(step) {
        if (step !== 'drained') return;
        // A server trusts a key for a second; these wait for the locks.
        late = Promise.all([
          project.call('POST', '/api/v1/media', { filename: 'a.jpg', contentType: 'image/jpeg', bytes: 5 }),
          project.call('POST', `/api/v1/media/${file.id}/complete`),
          project.call('POST', '/api/v1/webhooks', { url: 'https://127.0.0.1:9/other' }),
          project.publish({ content: 'Late', publishAt: inMs(3_600_000), platforms }, 'late'),
        ]);
        return sleep(300);
      },
    },
    of.workspaceId,
  );
  expect((await late!).map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array.from({ length: 4 }, () => [503, '5']),
  );
  expect(counts(await dump(eu1, of))).toEqual({ workspaces: 1, projects: 1, api_keys: 2 });
});

test('a run that was silent too long does not end the move that another one has begun', async () => {
  const of = await filled('silent');
  const before = await dump(eu1, of);
  const begunByAnother = (step: MoveStep) =>
    step === 'copied'
      ? eu1.db.query({
          text: 'update workspace_moves set run_id = gen_random_uuid() where workspace_id = $1',
          values: [of.workspaceId],
        })
      : undefined;
  const silent = run(of.workspaceId, async (step) => void (await begunByAnother(step)), { fencedMs: 0 });
  await expect(silent).rejects.toThrow('The move was interrupted for too long. Run it again.');
  expect(await dump(eu1, of)).toEqual(before);
});
