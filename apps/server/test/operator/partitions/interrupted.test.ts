import { expect, test } from 'vitest';
import { PARTITIONED } from '../../../src/db/partitioned-tables.ts';
import { STEPS } from '../../../src/operator/partitions/partition-tables.ts';
import { partitionDatabase } from '../../migrate-for-tests.ts';
import { storePosts } from '../../stored-posts.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
const PARTITIONS = 2;
/** Two batches of the copy. */
const STORED = 6_000;
/** Examples of the indexes that are built; the nightly test kills at any time. */
const INDEXES = ['posts_cancelled', 'one_public_write'];

class Interrupted extends Error {}

const contents = async (): Promise<unknown> => {
  const sums = PARTITIONED.map(
    (table) => `(select row(count(*), sum(hash_record_extended(t, 0)::numeric))::text from ${table} t) as ${table}`,
  );
  return (await server.db.query({ text: `select ${sums.join(', ')}` })).rows[0];
};

test('a change that is interrupted wherever it can be goes on from there, and no row is lost or double', async () => {
  const ana = await server.person('x');
  await storePosts(
    server.db,
    ana.account,
    Array.from({ length: STORED }, () => ({})),
  );
  await ana.target({ content: 'With a journal and a bill' });
  // The relay notes that the post has settled: the last change of a row.
  await expect
    .poll(async () => (await server.db.query({ text: 'select from posts where settled_as is not null' })).rowCount)
    .toBe(1);
  const before = await contents();
  const reached: string[] = [];
  for (;;) {
    const interrupted = await partitionDatabase(server.databaseUrl, PARTITIONS, ({ step, of = '', rows = '' }) => {
      if (step === 'index' && !INDEXES.includes(of)) return;
      const at = `${step} ${of} ${rows}`;
      if (reached.includes(at)) return;
      reached.push(at);
      throw new Interrupted(at);
    }).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Interrupted)) throw error;
        return true;
      },
    );
    if (!interrupted) break;
    // What servers see meanwhile.
    expect(await contents()).toEqual(before);
  }
  expect([...new Set(reached.map((at) => at.split(' ')[0]))]).toEqual([...STEPS]);
  expect(reached.length).toBeGreaterThan(12);
  expect(await contents()).toEqual(before);
}, 120_000);
