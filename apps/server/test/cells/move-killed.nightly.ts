import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPublicId } from '../../src/process/ids.ts';
import { until } from '../until.ts';
import { PICTURE, putPicture } from './move-load.ts';
import { projectIn, startCell, type TestCell } from './use-cells.ts';

const FANFARE = fileURLToPath(new URL('../../src/operator/cli/fanfare.ts', import.meta.url));

// Large files are no load for the memory of the machine.
const folder = mkdtempSync('/var/tmp/fanfare-move-killed-');
let eu1: TestCell;
let us1: TestCell;
beforeAll(async () => {
  [eu1, us1] = (await Promise.all(
    ['eu1', 'us1'].map((label) => startCell(label, { env: { MEDIA_DIR: path.join(folder, label) } })),
  )) as [TestCell, TestCell];
});
afterAll(async () => {
  await Promise.all([eu1.stop(), us1.stop()]);
  rmSync(folder, { recursive: true });
});

/** Runs the command between two cells; `killAt` kills it once it has said this. */
async function run(from: TestCell, to: TestCell, words: readonly string[], killAt?: RegExp) {
  const child = spawn(process.execPath, [FANFARE, 'move-workspace', ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: from.databaseUrl,
      ENCRYPTION_KEYS: from.keys,
      TARGET_DATABASE_URL: to.databaseUrl,
      TARGET_ENCRYPTION_KEYS: to.keys,
      MEDIA_DIR: from.folder,
      TARGET_MEDIA_DIR: to.folder,
    },
  });
  let [said, printed] = ['', ''];
  let peakKiB = 0;
  const watch = setInterval(() => {
    const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
    peakKiB = Math.max(peakKiB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 50);
  createInterface({ input: child.stderr }).on('line', (line) => {
    said += `${line}\n`;
    if (killAt?.test(line)) child.kill('SIGKILL');
  });
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  return { code, said, printed, peakMiB: peakKiB / 1024 };
}

const postsIn = async ({ db }: TestCell, projectId: string): Promise<number> =>
  (await db.query({ text: 'select from posts where project_id = $1', values: [projectId] })).rowCount!;

/** A workspace with a post and a hosted file in `eu1`. */
async function filled(name: string) {
  const of = await projectIn(eu1);
  await eu1.sandbox.addProfile('x', { username: name, name });
  const { id: accountId } = await of.project.connect('x', name);
  await of.project.publish({ content: 'Now', platforms: [{ platform: 'x', accountId }] });
  const { media } = (await putPicture({ baseUrl: eu1.baseUrl, apiKey: of.project.apiKey }, name)).body;
  /** The picture at its address in another cell. */
  const picture = async ({ baseUrl }: TestCell) =>
    Buffer.from(await (await fetch(media.url.replace(eu1.baseUrl, baseUrl))).arrayBuffer());
  return { ...of, picture, ws: toPublicId('ws', of.workspaceId) };
}

test.each([
  ['has its files there', /Files copied/],
  ['answers 503', /answers 503/],
  ['is drained', /Nothing works/],
  ['is copied', /rows are copied/],
  ['has left', /has left/],
])(
  'a command that is killed once the workspace %s is ended by another run, and is never in both cells',
  async (step, killAt) => {
    const { ws, projectId, project, picture } = await filled(`k_${step.slice(-6).replaceAll(' ', '_')}`);
    const killed = await run(eu1, us1, [ws], killAt);
    expect(killed.code).toBeNull();
    // The connections of a killed process end a moment later.
    const places = await until(async () => {
      const found = [await postsIn(eu1, projectId), await postsIn(us1, projectId)];
      return found[1] === 0 ? found : null;
    });
    expect(places[0]! + places[1]!).toBeLessThanOrEqual(1);
    // The fence of the killed run ends by itself.
    const ended = await until(async () => {
      const again = await run(eu1, us1, [ws]);
      return again.code === 0 ? again : null;
    }, 60_000);
    expect(ended.printed).toMatch(/^fanfare_sk_eu1_\w{4}…\w{4} us1\n$/);
    expect([await postsIn(eu1, projectId), await postsIn(us1, projectId)]).toEqual([0, 1]);
    expect((await project.at(us1.baseUrl).call('GET', '/api/v1/usage')).status).toBe(200);
    // Its files had come.
    expect(ended.said.includes('Files copied')).toBe(false);
    expect((await picture(us1)).equals(PICTURE)).toBe(true);
  },
  120_000,
);

test('a killed run is undone by --abort, and the workspace answers again at once', async () => {
  const { ws, projectId, project } = await filled('aborted');
  await run(eu1, us1, [ws], /answers 503/);
  expect(await run(eu1, us1, [ws, '--abort'])).toMatchObject({
    ...{ code: 0, said: `${ws} stays in its cell.\n`, printed: '' },
  });
  await until(async () => (await project.call('GET', '/api/v1/usage')).status === 200 || null);
  expect([await postsIn(eu1, projectId), await postsIn(us1, projectId)]).toEqual([1, 0]);
}, 60_000);

test('a workspace moves back, with its files', async () => {
  const { ws, projectId, project, picture } = await filled('back');
  expect((await run(eu1, us1, [ws])).code).toBe(0);
  const back = await run(us1, eu1, [ws]);
  expect([back.code, back.printed]).toEqual([0, expect.stringMatching(/ eu1\n$/)]);
  expect([await postsIn(eu1, projectId), await postsIn(us1, projectId)]).toEqual([1, 0]);
  await until(async () => (await project.call('GET', '/api/v1/usage')).status === 200 || null);
  expect((await picture(eu1)).equals(PICTURE)).toBe(true);
}, 60_000);

test('files of half a gigabyte are copied within little memory', async () => {
  const { ws, projectId } = await filled('large');
  const content = Buffer.alloc(128 * 1024 ** 2, 'fanfare');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const keys = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
  for (const key of keys) {
    mkdirSync(path.join(eu1.folder!, key.slice(0, 2)), { recursive: true });
    writeFileSync(path.join(eu1.folder!, key.slice(0, 2), key), content);
    await eu1.db.query({
      text: `insert into media (project_id, id, key, status, filename, content_type, bytes, sha256, facts, look_at)
             values ($1, gen_random_uuid(), $2, 'ready', 'large.mp4', 'video/mp4', $3, $4, '{}', now() + interval '1 day')`,
      values: [projectId, key, content.length, sha256],
    });
  }
  const moved = await run(eu1, us1, [ws]);
  expect([moved.code, moved.said]).toEqual([
    ...[0, expect.stringContaining('Files copied while the workspace is in use: 5.')],
  ]);
  process.stdout.write(`the command had ${moved.peakMiB.toFixed(0)} MiB at most\n`);
  expect(moved.peakMiB).toBeLessThan(300);
  for (const key of keys) expect(statSync(path.join(us1.folder!, key.slice(0, 2), key)).size).toBe(content.length);
}, 300_000);
