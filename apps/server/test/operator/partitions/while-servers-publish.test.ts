import { beforeAll, expect, test } from 'vitest';
import { PARTITIONED } from '../../../src/db/partitioned-tables.ts';
import { STEPS } from '../../../src/operator/partitions/partition-tables.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { storePosts } from '../../stored-posts.ts';
import { type Person, useServer } from '../../use-server.ts';
import { runFanfare } from '../cli/run-fanfare.ts';

const server = useServer();
const PARTITIONS = 3;
/** More than two batches of the copy. */
const STORED = 12_000;

/**
 * Each has a project, so that several partitions are written to; X takes a hundred posts of each.
 */
const WRITERS = 8;

let writers: Person[];
let bob: Person;
/** Leaves while the copy is under way. */
let eve: Person;

const select = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.db.query<Row>({ text, values })).rows;
const postsOf = async (person: Person): Promise<number> =>
  (
    await select<{ posts: number }>(
      'select count(*)::int as posts from posts p where exists (select from targets t where t.project_id = p.project_id and t.post_id = p.id and t.account_id = $1)',
      [fromPublicId('acc', person.account.id)],
    )
  )[0]!.posts;

let published: string[];
let steps: string[];

beforeAll(async () => {
  writers = await Promise.all(Array.from({ length: WRITERS }, () => server.person('x')));
  [bob, eve] = await Promise.all([server.person('threads'), server.person('linkedin')]);
  await storePosts(
    server.db,
    bob.account,
    Array.from({ length: STORED }, () => ({ targets: ['failed' as const] })),
  );
  await eve.target({ content: 'Soon gone' });
  let isDone = false;
  published = [];
  const publish = async (): Promise<void> => {
    for (let n = 0; !isDone || n < WRITERS; n++) {
      const content = `While it is partitioned ${n}`;
      const { status, body } = await writers[n % WRITERS]!.publish({ content });
      expect([n, status, body.post.targets[0]!.error]).toEqual([n, 201, null]);
      published.push(content);
    }
  };
  steps = [];
  let leaving: Promise<unknown> | null = null;
  const publishing = publish();
  await partitionDatabase(server.databaseUrl, PARTITIONS, ({ step }) => {
    if (steps.at(-1) !== step) steps.push(step);
    // The first rows are copied and the others not yet.
    if (step === 'copy') leaving ??= removeEve();
  });
  isDone = true;
  await Promise.all([publishing, leaving]);
}, 120_000);

async function removeEve(): Promise<void> {
  const { code, stderr } = await runFanfare(['remove', 'linkedin', await idOf(eve)], {
    DATABASE_URL: server.databaseUrl,
  });
  if (code !== 0) throw new Error(stderr);
}

const idOf = async ({ account }: Person): Promise<string> =>
  (
    await select<{ id: string }>('select platform_user_id as id from accounts where id = $1', [
      fromPublicId('acc', account.id),
    ])
  )[0]!.id;

test('every call was answered, and every post is on the network once', async () => {
  expect(steps).toEqual([...STEPS]);
  expect(published.length).toBeGreaterThan(WRITERS);
  const seen = await Promise.all(writers.map((writer) => writer.posts()));
  expect(
    seen
      .flat()
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...published].sort());
});

test('no row is lost or double, and who left in the meantime is gone', async () => {
  const stored = await Promise.all(writers.map(postsOf));
  expect(stored.reduce((sum, posts) => sum + posts)).toBe(published.length);
  expect(await postsOf(bob)).toBe(STORED);
  expect(await postsOf(eve)).toBe(0);
  for (const table of PARTITIONED)
    expect(await select(`select tableoid::regclass::text as partition from only ${table}`)).toEqual([]);
  const { code, stdout } = await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl });
  expect([stdout, code]).toEqual(['Everything agrees.\n', 0]);
});

test('the server goes on with the restore guard, due posts and events, and another one starts', async () => {
  await server.tick();
  const another = await server.startAnother();
  const ana = writers[0]!;
  const { body } = await ana.project.at(another.baseUrl).publish({
    content: 'Later',
    platforms: [{ platform: 'x', accountId: ana.account.id }],
    publishAt: new Date(server.clock.now() + 1_500).toISOString(),
  });
  expect((await ana.project.settled(body.post.id)).status).toBe('published');
});
