import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { type DatabasePool, openDatabase } from '../../../../apps/server/src/db/database.ts';
import { migrate } from '../../../../apps/server/src/db/migrate.ts';
import { openKnex } from '../../../../apps/server/src/db/open-knex.ts';
import { partitionTables } from '../../../../apps/server/src/operator/partitions/partition-tables.ts';
import { claimDue } from '../../../../apps/server/src/publishing/due-targets.table.ts';
import { fillHistory } from '../installation/fill-history.ts';
import type { Contender, Measure, Sample } from '../measure.ts';
import { showProgress } from '../report/progress.ts';

/** One is a table without partitions. */
const PARTITIONS = [1, 4, 16];
/** Projects of the history. */
const PROJECTS = 100;
/** Posts that wait for a later time, as in every installation. */
const WAITING = 100_000;
/** Most targets of a claim. */
const LIMIT = 100;
/** Claims of a run with so many targets due at once. */
const CLAIMS = { none: 300, one: 200, hundred: 30 };

export const partitionsClaims: Measure = {
  name: 'partitions-claims',
  answers: `How much CPU time of PostgreSQL does the claim of due targets take for each of them, one and ${LIMIT} at a time, and a claim that finds none, beside --rows published posts and ${WAITING.toLocaleString('en-US')} that wait, with 4 and 16 partitions and without?`,
  unit: `µs a target, ${LIMIT} at a time`,
  goals: [],
  async open({ databaseUrl }, { rows }) {
    const admin = openKnex(databaseUrl);
    const urlOf = (partitions: number): string => {
      const url = new URL(databaseUrl);
      url.pathname = `/claims_${partitions}`;
      return url.href;
    };
    const whole = urlOf(1);
    await admin.raw('create database claims_1');
    await migrate(whole);
    await withKnex(whole, async (knex) => {
      await fillHistory(knex, rows);
      await addTargets(knex, WAITING, "now() + interval '1 day' + n * interval '1 second'");
      await knex.raw('vacuum (analyze)');
    });
    for (const partitions of PARTITIONS.slice(1)) {
      showProgress(`partitions-claims: ${partitions} partitions`);
      await admin.raw(`create database claims_${partitions} template claims_1`);
      await withKnex(urlOf(partitions), (knex) => partitionTables(knex, partitions, () => undefined));
    }
    const opened = PARTITIONS.map((partitions) => open(urlOf(partitions), partitions));
    return {
      contenders: opened.map(({ contender }) => contender),
      async close() {
        for (const { close } of opened) await close();
        for (const partitions of PARTITIONS) await admin.raw(`drop database claims_${partitions}`);
        await admin.destroy();
      },
    };
  },
};

function open(url: string, partitions: number) {
  const knex = openKnex(url);
  // One session, whose CPU time is that of the claims.
  const session = openDatabase({ url, maxConnections: 1, keepsPlans: true, onError: () => undefined });
  const measured = async (claims: number, due: number): Promise<number> => {
    const pid = await pidOf(session);
    let us = 0;
    for (let claim = 0; claim < claims; claim++) {
      if (due > 0) await addTargets(knex, due, "now() - interval '1 second'");
      const before = cpuOfSession(pid);
      const claimed = await claimDue(session, {
        owner: 'bench',
        leaseSeconds: 60,
        limit: LIMIT,
        lateLimitSeconds: 3_600,
        of: 'others',
      });
      us += cpuOfSession(pid) - before;
      if (claimed.length !== due) throw new Error(`claimed ${claimed.length} of ${due} targets`);
      if (due > 0) await settle(knex);
    }
    return us / claims / Math.max(1, due);
  };
  const contender: Contender = {
    name: partitions === 1 ? 'no partitions' : `${partitions} partitions`,
    async run(): Promise<Sample> {
      const none = await measured(CLAIMS.none, 0);
      const one = await measured(CLAIMS.one, 1);
      const figure = await measured(CLAIMS.hundred, LIMIT);
      return { figure, more: { 'one at a time µs': one, 'none due µs': none } };
    },
  };
  const close = async (): Promise<void> => {
    await session.close();
    await knex.destroy();
  };
  return { contender, close };
}

/** Posts of one target each, distributed over the projects. */
const addTargets = (knex: Knex, howMany: number, runAt: string): Promise<unknown> =>
  knex.transaction(async (tx) => {
    // The rows that foreign keys look for are in the same statement.
    await tx.raw('set local session_replication_role = replica');
    await tx.raw(
      `with wanted as (
         select ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${PROJECTS}), 12, '0'))::uuid as project_id, uuidv7() as id, uuidv7() as target_id, n
         from generate_series(1, ${howMany}) n
       ), post as (
         insert into posts (project_id, id, content, media, publish_at) select project_id, id, 'due', '[]', now() from wanted
       )
       insert into targets (project_id, id, post_id, account_id, platform, position, run_at, post_created_at, post_publish_at)
       select project_id, target_id, id, '00000000-0000-7000-a000-000000000000', 'x', 0, ${runAt}, now(), now() from wanted`,
    );
  });

const settle = (knex: Knex): Promise<unknown> =>
  knex.raw(`update targets set phase = 'settled', status = 'published', done = true, published_at = now(), settled_at = now(), lease_owner = null,
      lease_expires_at = null where not done and lease_owner = 'bench'`);

async function withKnex(url: string, work: (knex: Knex) => Promise<unknown>): Promise<void> {
  const knex = openKnex(url);
  try {
    await work(knex);
  } finally {
    await knex.destroy();
  }
}

async function pidOf(session: DatabasePool): Promise<number> {
  const { rows } = await session.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
  return rows[0]!.pid;
}

/** Microseconds on a CPU (kernel documentation, scheduler/sched-stats, checked 2026-11). */
const cpuOfSession = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
