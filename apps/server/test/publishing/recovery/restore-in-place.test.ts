import { describe, expect, test } from 'vitest';
import { failedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { until } from '../../until.ts';
import { dumpRows, restoreClean, restoreData } from './logical-dump.ts';
import { makeDue, outliveRestore, REFUSAL, schedule, useStart } from './outlive-restore.ts';
import { restoreByTools } from './restore-by-tools.ts';

const start = useStart();

describe('after a restore into the same database no server starts before it is recovered', () => {
  test('tables dropped, created again and loaded', async () => {
    const [server, ana] = await start(600_000);
    await outliveRestore([server, ana], async () => {
      const dump = await dumpRows(server.databaseUrl);
      return { restore: () => restoreClean(server.databaseUrl, dump) };
    });
  });

  test('rows loaded into tables that were emptied', async () => {
    const [server, ana] = await start(600_000);
    await outliveRestore([server, ana], async () => {
      const dump = await dumpRows(server.databaseUrl);
      return { restore: () => restoreData(server.databaseUrl, dump) };
    });
  });

  test('only the targets, which the ledger has billed', async () => {
    const [server, ana] = await start(600_000);
    await outliveRestore([server, ana], async () => {
      const dump = await dumpRows(server.databaseUrl);
      return { restore: () => restoreData(server.databaseUrl, dump, ['targets']) };
    });
  });

  restoreByTools('pg_restore --clean');
});

describe('a restore below a running server', () => {
  test('publishes nothing, and the server reports it, until the database is recovered', async () => {
    const [server, ana] = await start(50);
    const [once, later] = [await schedule(ana, 'Once'), await schedule(ana, 'Later')];
    const dump = await dumpRows(server.databaseUrl);
    await makeDue(server, 'Once');
    await ana.project.settled(once.id);
    await restoreData(server.databaseUrl, dump);
    await makeDue(server, 'Once');

    const readyz = () => fetch(`${server.baseUrl}/readyz`);
    await until(async () => ((await readyz()).status === 503 ? true : null));
    expect(await (await readyz()).json()).toEqual({ status: 'database restored' });
    await server.tick();
    expect(await ana.posts()).toHaveLength(1);
    expect(await ana.publish({ content: 'Now' })).toMatchObject({
      status: 503,
      body: {
        error: {
          code: 'unavailable',
          message:
            'The database was restored. Nothing is published until the operator has reported what was lost. Send the request again later.',
        },
      },
    });
    await expect(server.startAnother()).rejects.toThrow(REFUSAL);

    await runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: server.databaseUrl });
    await until(async () => ((await readyz()).status === 200 ? true : null));
    expect((await ana.project.read(once.id)).targets).toEqual([
      expect.objectContaining({ errorDetail: expect.objectContaining({ code: 'outcome_unknown' }) }),
    ]);
    await makeDue(server, 'Later');
    await server.tick();
    await ana.project.settled(later.id);
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['Later', 'Once']);
  });

  test('whose tables show different moments since a run settled meanwhile: units agree after the recovery, and later posts settle', async () => {
    const [server, ana] = await start(600_000);
    await schedule(ana, 'Once');
    const later = await schedule(ana, 'Later');
    await makeDue(server, 'Once');
    const dump = await dumpRows(server.databaseUrl);
    const tables = [...dump.keys()];
    const counters = tables.indexOf('quota_periods') + 1;
    await restoreData(server.databaseUrl, dump, tables.slice(0, counters));
    await server.tick();
    const published = () => server.db.query({ text: "select from targets where status = 'published'" });
    await until(async () => ((await published()).rowCount === 1 ? true : null));
    await restoreData(server.databaseUrl, dump, tables.slice(counters));
    expect((await published()).rowCount).toBe(0);

    await runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: server.databaseUrl });
    await makeDue(server, 'Later');
    await server.halt();
    const again = await server.startAnother();
    await again.tick();
    expect((await ana.project.at(again.baseUrl).settled(later.id)).status).toBe('published');
    expect(await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl })).toMatchObject({ code: 0 });
  });

  test.each(['quota_periods', 'reservations', 'usage_events'])(
    'of %s alone: what is published is billed, what waits holds its unit',
    async (table) => {
      const [server, ana] = await start(600_000);
      const [once, later] = [await schedule(ana, 'Once'), await schedule(ana, 'Later')];
      const dump = await dumpRows(server.databaseUrl);
      await makeDue(server, 'Once');
      await server.tick();
      await ana.project.settled(once.id);
      await server.halt();
      await restoreData(server.databaseUrl, dump, [table]);
      await runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: server.databaseUrl });
      expect(await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl })).toMatchObject({ code: 0 });

      await makeDue(server, 'Later');
      const again = await server.startAnother();
      await again.tick();
      expect((await ana.project.at(again.baseUrl).settled(later.id)).status).toBe('published');
      const usage = await server.db.query({ text: 'select used::int, reserved::int from quota_periods' });
      expect(usage.rows).toEqual([{ used: 2, reserved: 0 }]);
      expect(await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl })).toMatchObject({ code: 0 });
    },
  );

  test.each([
    ['is gone', 'delete from write_intents'],
    [
      'is still open',
      "update write_intents set state = 'intended', remote_id = null, resolved_at = null where kind in ('publish', 'comment')",
    ],
  ])(
    'whose journal is older than what a run settled meanwhile, so that its intent %s: it is accepted after the recovery',
    async (_, asLoaded) => {
      const [server, ana] = await start(600_000, undefined, 'threads');
      const { body } = await ana.publish({
        content: 'Once',
        target: { firstComment: 'Read on' },
        publishAt: inMs(3_600_000),
      });
      await makeDue(server, 'Once');
      await server.tick();
      const post = await ana.project.settled(body.post.id);
      expect(post.targets).toMatchObject([{ status: 'published', commentStatus: 'published' }]);
      await server.halt();
      const journal = async () =>
        (
          await server.db.query({
            text: `select i.kind, i.state, i.remote_id = case i.kind when 'publish' then t.platform_post_id else t.comment_id end as "isOfTarget"
                 from write_intents i join targets t on t.id = i.target_id where i.kind in ('publish', 'comment') order by i.kind desc`,
          })
        ).rows;
      const before = await journal();
      await server.db.query({ text: asLoaded });
      await runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: server.databaseUrl });
      expect(await journal()).toEqual(before);
      expect(before).toEqual([
        { kind: 'publish', state: 'accepted', isOfTarget: true },
        { kind: 'comment', state: 'accepted', isOfTarget: true },
      ]);
    },
  );

  test('from a disk snapshot, which differs only in time, is detected and stays detected', async () => {
    const [server, ana] = await start(50);
    const content = 'Out in the life that was lost';
    const post = await schedule(ana, content);
    await server.db.query({
      text: "update restore_guard set epoch = epoch - interval '1 h', written_by = pg_current_xact_id()::xid",
    });
    await makeDue(server, content);
    await until(async () => ((await fetch(`${server.baseUrl}/readyz`)).status === 503 ? true : null));
    await server.tick();
    expect(await ana.posts()).toEqual([]);
    expect((await ana.project.read(post.id)).status).toBe('scheduled');
    await expect(server.startAnother()).rejects.toThrow(REFUSAL);
  });
});

describe('a database that may have been restored before the guard knew its tables', () => {
  test.each(['x', 'threads'] as const)(
    'reads due posts back before it sends them, and only those, on %s',
    async (platform) => {
      const [server, ana] = await start(600_000, undefined, platform);
      const [out, unseen] = [await schedule(ana, 'Out already'), await schedule(ana, 'Nowhere to be found')];
      const later = await schedule(ana, 'Later');
      await makeDue(server, 'Out already');
      const dump = await dumpRows(server.databaseUrl);
      await server.tick();
      const { targets } = await ana.project.addressed(out.id);
      await server.halt();
      await restoreData(server.databaseUrl, dump);
      await makeDue(server, 'Nowhere to be found');
      // As a version before the guard left it: without the oids of tables; and tables in the order
      // in which pg_dump writes them.
      await server.db.query({
        text: `update restore_guard set fingerprint = substring(fingerprint from '^(.*)/'), written_by = pg_current_xact_id()::xid`,
      });
      await server.db.query({ text: 'create table moved (like instance including all)' });
      await server.db.query({ text: 'insert into moved select * from instance' });
      await server.db.query({ text: 'drop table instance' });
      await server.db.query({ text: 'alter table moved rename to instance' });

      const again = await server.startAnother();
      await again.tick();
      const project = ana.project.at(again.baseUrl);
      const { publishedAt: _, ...published } = targets[0]!;
      expect((await project.settled(out.id)).targets).toMatchObject([published]);
      expect((await project.settled(unseen.id)).targets).toEqual([
        failedTarget(ana.account, { code: 'outcome_unknown' }),
      ]);
      expect(await ana.posts()).toHaveLength(1);
      await makeDue(server, 'Later');
      await again.tick();
      expect((await project.settled(later.id)).status).toBe('published');
      expect(await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl })).toMatchObject({ code: 0 });
    },
  );
});

test('operations that keep the data do not look like a restore: vacuum, several servers, restarts', async () => {
  const [server, ana] = await start(5);
  const others = [await server.startAnother(), await server.startAnother()];
  const epoch = async () =>
    (await server.db.query<{ epoch: Date }>({ text: 'select epoch from restore_guard' })).rows[0]!.epoch.getTime();
  for (const text of ['vacuum full restore_guard', 'vacuum freeze restore_guard', 'vacuum full', 'vacuum freeze']) {
    await server.db.query({ text });
    const before = await epoch();
    await until(async () => ((await epoch()) > before + 100 ? true : null));
  }
  for (const { baseUrl } of [server, ...others]) expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
  for (const one of [server, ...others]) await one.halt();
  const again = await server.startAnother();
  const person = await ana.project.at(again.baseUrl).publish({
    content: 'Still here',
    platforms: [{ platform: 'x', accountId: ana.account.id }],
  });
  expect(person.status).toBe(201);
});
