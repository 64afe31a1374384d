import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { PARTITIONED } from '../../../src/db/partitioned-tables.ts';
import { bundledFanfare } from '../../bundled-fanfare.ts';
import { storePosts } from '../../stored-posts.ts';
import { type Person, useServer } from '../../use-server.ts';
import { runFanfare } from '../cli/run-fanfare.ts';

const server = useServer();
const STORED = 40_000;
const WRITERS = 16;
/** X takes a hundred posts of each. */
const MOST_OF_EACH = 95;
const LONGEST_LIFE_MS = 2_500;
const KILLS = 25;

let writers: Person[];

beforeAll(async () => {
  const bob = await server.person('threads');
  await storePosts(
    server.db,
    bob.account,
    Array.from({ length: STORED }, () => ({ targets: ['failed' as const] })),
  );
  writers = await Promise.all(Array.from({ length: WRITERS }, () => server.person('x')));
});

/**
 * The command as it is shipped; killed after `lifeMs`, unless it has ended before. Returns whether
 * it has.
 */
async function partitionFor(program: string, lifeMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, 'partition', '--partitions', '3'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: server.databaseUrl },
    stdio: 'ignore',
  });
  const kill = setTimeout(() => child.kill('SIGKILL'), lifeMs);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(kill);
  if (signal === null) expect(code).toBe(0);
  return signal === null;
}

test('a command that is killed again and again while servers publish ends with every row once', async () => {
  const program = await bundledFanfare();
  const published: string[] = [];
  let isDone = false;
  const publish = async (): Promise<void> => {
    for (let n = 0; (!isDone || n < WRITERS) && n < WRITERS * MOST_OF_EACH; n++) {
      const content = `While it is killed ${n}`;
      const { status, body } = await writers[n % WRITERS]!.publish({ content });
      expect([n, status, body.post.targets[0]!.error]).toEqual([n, 201, null]);
      published.push(content);
    }
  };
  const partition = async (): Promise<number> => {
    let kills = 0;
    // Longer and longer lives, so that each step is met; the last one has no end.
    while (!(await partitionFor(program, kills < KILLS ? (LONGEST_LIFE_MS * (kills + 4)) / (KILLS + 4) : 600_000)))
      kills++;
    isDone = true;
    return kills;
  };
  const [kills] = await Promise.all([partition(), publish()]);
  expect(kills).toBeGreaterThan(0);
  const seen = await Promise.all(writers.map((writer) => writer.posts()));
  expect(
    seen
      .flat()
      .map(({ text }) => text)
      .sort(),
  ).toEqual([...published].sort());
  const { rows } = await server.db.query<{ posts: number }>({ text: 'select count(*)::int as posts from posts' });
  expect(rows).toEqual([{ posts: STORED + published.length }]);
  for (const table of PARTITIONED)
    expect((await server.db.query({ text: `select from only ${table}` })).rowCount).toBe(0);
  expect(await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl })).toMatchObject({
    stdout: 'Everything agrees.\n',
    code: 0,
  });
  console.info(`${kills} kills, ${published.length} posts meanwhile`);
});
