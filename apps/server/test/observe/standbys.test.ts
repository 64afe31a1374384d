import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabasePool, openDatabase } from '../../src/db/database.ts';
import { readStandbys } from '../../src/observe/standbys.table.ts';
import { type StandbyPair, startStandbyPair } from '../publishing/failover/standby-pair.ts';
import { findSystemPostgres } from '../publishing/recovery/system-postgres.ts';
import { until } from '../until.ts';

let pair: StandbyPair;
let db: DatabasePool;
const open = (url: string): DatabasePool => openDatabase({ url, maxConnections: 1, onError: () => undefined });

describe.skipIf(findSystemPostgres() === null)('a primary and its standby (Debian: postgresql)', () => {
  beforeAll(async () => {
    pair = await startStandbyPair({ wal_level: 'logical' });
    db = open(pair.primaryUrl());
  });
  afterAll(async () => {
    await db?.close();
    await pair?.stop();
  });

  test('an asynchronous standby is seen, and none of that is seen from it', async () => {
    await pair.caughtUp();
    const primary = { isStandby: false, isSynchronous: false };
    // The last report may be on its way.
    const caughtUp = { synchronous: 0, lagSeconds: expect.closeTo(0, 0) };
    expect(await readStandbys(db)).toEqual({ ...primary, connected: 1, seen: caughtUp });
    const standby = open(pair.standbyUrl());
    const nothing = { connected: 0, seen: { synchronous: 0, lagSeconds: 0 } };
    expect(await readStandbys(standby)).toEqual({ ...primary, ...nothing, isStandby: true });
    await standby.close();
  });

  test('a logical subscriber is no standby, and a role without privileges sees the number alone', async () => {
    await pair.queryPrimary("create role plain login password 'plain'");
    await pair.queryPrimary("select pg_create_logical_replication_slot('subscriber', 'test_decoding')");
    const replication = { connectionString: pair.primaryUrl(), replication: 'database' } as pg.ClientConfig;
    const subscriber = new pg.Client(replication);
    subscriber.on('error', () => undefined);
    await subscriber.connect();
    // It is answered when it ends.
    const streams = subscriber.query('START_REPLICATION SLOT subscriber LOGICAL 0/0').catch(() => undefined);
    const active = "select from pg_replication_slots where slot_name = 'subscriber' and active";
    await until(async () => ((await db.query({ text: active })).rowCount === 1 ? true : null));
    expect(await readStandbys(db)).toMatchObject({ connected: 1 });
    const plain = open(Object.assign(new URL(pair.primaryUrl()), { username: 'plain', password: 'plain' }).href);
    expect(await readStandbys(plain)).toEqual({ isStandby: false, isSynchronous: false, connected: 1, seen: null });
    await plain.close();
    void subscriber.end();
    await streams;
  });

  test('a synchronous one counts, and commits wait once it is away', async () => {
    await pair.beSynchronous();
    expect(await readStandbys(db)).toMatchObject({ isSynchronous: true, connected: 1, seen: { synchronous: 1 } });
    await pair.cutReplication();
    await until(async () => ((await readStandbys(db)).connected === 0 ? true : null));
    expect(await readStandbys(db)).toMatchObject({ isSynchronous: true, connected: 0, seen: { synchronous: 0 } });
  });
});
