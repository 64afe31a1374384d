import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPublicId } from '../../src/process/ids.ts';
import { until } from '../until.ts';
import { projectIn, startCell, type TestCell } from './use-cells.ts';

const FANFARE = fileURLToPath(new URL('../../src/operator/cli/fanfare.ts', import.meta.url));

let eu1: TestCell;
let us1: TestCell;
beforeAll(async () => {
  [eu1, us1] = await Promise.all([startCell('eu1'), startCell('us1')]);
});
afterAll(() => Promise.all([eu1.stop(), us1.stop()]));

/** Runs the command between two cells; `killAt` kills it once it has said this. */
async function run(from: TestCell, to: TestCell, words: readonly string[], killAt?: RegExp) {
  const child = spawn(process.execPath, [FANFARE, 'move-workspace', ...words], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: from.databaseUrl,
      ENCRYPTION_KEYS: from.keys,
      TARGET_DATABASE_URL: to.databaseUrl,
      TARGET_ENCRYPTION_KEYS: to.keys,
    },
  });
  let [said, printed] = ['', ''];
  createInterface({ input: child.stderr }).on('line', (line) => {
    said += `${line}\n`;
    if (killAt?.test(line)) child.kill('SIGKILL');
  });
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said, printed };
}

const postsIn = async ({ db }: TestCell, projectId: string): Promise<number> =>
  (await db.query({ text: 'select from posts where project_id = $1', values: [projectId] })).rowCount!;

/** A workspace with a post in `eu1`. */
async function filled(name: string) {
  const of = await projectIn(eu1);
  await eu1.sandbox.addProfile('x', { username: name, name });
  const { id: accountId } = await of.project.connect('x', name);
  await of.project.publish({ content: 'Now', platforms: [{ platform: 'x', accountId }] });
  return { ...of, ws: toPublicId('ws', of.workspaceId) };
}

test.each([
  ['answers 503', /answers 503/],
  ['is drained', /Nothing works/],
  ['is copied', /are copied/],
  ['has left', /has left/],
])(
  'a command that is killed once the workspace %s is ended by another run, and is never in both cells',
  async (step, killAt) => {
    const { ws, projectId, project } = await filled(`k_${step.slice(-6).replaceAll(' ', '_')}`);
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
  },
  120_000,
);

test('a killed run is undone by --abort, and the workspace answers again at once', async () => {
  const { ws, projectId, project } = await filled('aborted');
  await run(eu1, us1, [ws], /answers 503/);
  expect(await run(eu1, us1, [ws, '--abort'])).toEqual({ code: 0, said: `${ws} stays in its cell.\n`, printed: '' });
  await until(async () => (await project.call('GET', '/api/v1/usage')).status === 200 || null);
  expect([await postsIn(eu1, projectId), await postsIn(us1, projectId)]).toEqual([1, 0]);
}, 60_000);

test('a workspace moves back', async () => {
  const { ws, projectId, project } = await filled('back');
  expect((await run(eu1, us1, [ws])).code).toBe(0);
  const back = await run(us1, eu1, [ws]);
  expect([back.code, back.printed]).toEqual([0, expect.stringMatching(/ eu1\n$/)]);
  expect([await postsIn(eu1, projectId), await postsIn(us1, projectId)]).toEqual([1, 0]);
  await until(async () => (await project.call('GET', '/api/v1/usage')).status === 200 || null);
}, 60_000);
