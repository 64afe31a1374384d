import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { openKnex } from '../../../../apps/server/src/db/open-knex.ts';
import { inPartition, PARTITIONED } from '../../../../apps/server/src/db/partitioned-tables.ts';
import { partitionTables } from '../../../../apps/server/src/operator/partitions/partition-tables.ts';
import {
  findSystemPostgres,
  startSystemPostgres,
} from '../../../../apps/server/test/publishing/recovery/system-postgres.ts';
import { fillHistory } from '../installation/fill-history.ts';
import type { Measure, Sample } from '../measure.ts';

const PARTITIONS = 4;
const JOBS = '2';

/** Needs Debian's packages of PostgreSQL, for pg_dump and pg_restore. */
export const partitionsUpkeep: Measure = {
  name: 'partitions-upkeep',
  answers: `How long does it take to split the tables of --rows posts into ${PARTITIONS} partitions, and then to vacuum, dump and restore them, against tables without partitions?`,
  unit: 's to partition',
  isCold: true,
  rounds: 1,
  goals: [],
  async open(_, { rows }) {
    if (findSystemPostgres() === null)
      return { contenders: [{ name: 'upkeep', skipped: 'PostgreSQL of the system is not installed' }] };
    const postgres = await startSystemPostgres();
    const { url } = await postgres.createDatabase();
    const knex = openKnex(url);
    await fillHistory(knex, rows);
    const dump = path.join(tmpdir(), `fanfare-bench-dump-${process.pid}`);
    const upkeep = async (suffix: string): Promise<Record<string, number>> => {
      const empty = new URL(url);
      empty.pathname = '/restored';
      await knex.raw('create database restored template template0');
      const timed = {
        [`vacuum s${suffix}`]: await seconds(() => vacuum(knex, PARTITIONED)),
        [`pg_dump s${suffix}`]: await seconds(() =>
          postgres.run('pg_dump', ['--format=directory', `--jobs=${JOBS}`, `--file=${dump}`, url]),
        ),
        [`pg_restore s${suffix}`]: await seconds(() =>
          postgres.run('pg_restore', [`--jobs=${JOBS}`, `--dbname=${empty.href}`, dump]),
        ),
      };
      rmSync(dump, { recursive: true, force: true });
      await knex.raw('drop database restored');
      return timed;
    };
    return {
      contenders: [
        {
          name: 'upkeep',
          async run(): Promise<Sample> {
            const whole = await upkeep('');
            const longest = await seconds(() => vacuum(knex, ['targets']));
            let switchedAt = 0;
            const figure = await seconds(() =>
              partitionTables(knex, PARTITIONS, ({ step }) => {
                if (step === 'switch') switchedAt = performance.now();
              }),
            );
            const switchMs = performance.now() - switchedAt;
            const partitioned = await upkeep(', partitioned');
            const one = await seconds(() => vacuum(knex, [inPartition('targets', 0)]));
            const more = { 'vacuum of targets s': longest, 'vacuum of one partition of targets s': one };
            return { figure, more: { 'switch ms': switchMs, ...more, ...whole, ...partitioned } };
          },
        },
      ],
      async close() {
        await knex.destroy();
        await postgres.stop();
      },
    };
  },
};

/** Every row is read and frozen, as by a vacuum against the wraparound of transaction ids. */
const vacuum = (knex: Knex, tables: readonly string[]) =>
  knex.raw(`vacuum (freeze, disable_page_skipping, analyze) ${tables.join(', ')}`);

async function seconds(work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
