import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../harness.ts';
import { type StandbyPair, startStandbyPair } from '../../publishing/failover/standby-pair.ts';
import { findSystemPostgres } from '../../publishing/recovery/system-postgres.ts';
import { until } from '../../until.ts';
import { firing, hasPromtool, type Scrape } from './promtool.ts';

let pair: StandbyPair;
let server: TestServer;

/** A scrape once it has these lines. */
const scrapeWith = (...lines: readonly string[]): Promise<Scrape> =>
  until(async () => {
    const text = await (await fetch(server.metricsUrl!)).text();
    return lines.every((line) => text.includes(`\n${line}\n`)) ? { instance: 'a', text } : null;
  });
/** Alerts about standbys that fire; jobs do not run here. */
const firingOf = (before: Scrape, after: Scrape) =>
  firing([before], [after]).filter((name) => /Standby|WritesWait|Failover/.test(name));

const ASYNCHRONOUS = ['fanfare_database_synchronous 0', 'fanfare_database_standbys 1'];
const SYNCHRONOUS = ['fanfare_database_synchronous 1', 'fanfare_database_synchronous_standbys 1'];

describe.skipIf(findSystemPostgres() === null || !hasPromtool())(
  'alerts about standbys (Debian: postgresql, prometheus)',
  () => {
    beforeAll(async () => {
      pair = await startStandbyPair();
      server = await startTestServer({
        database: async () => ({ url: pair.primaryUrl(), drop: async () => undefined }),
        metricsPort: 0,
      });
    });
    afterAll(async () => {
      await server?.stop();
      await pair?.stop();
    });

    test('FanfareStandbyBehind: a standby that has frozen', async () => {
      const [receiver] = await pair.query<{ pid: number }>('select pid from pg_stat_wal_receiver');
      const before = await scrapeWith(...ASYNCHRONOUS);
      process.kill(receiver!.pid, 'SIGSTOP');
      await pair.queryPrimary('create table written_meanwhile ()');
      const after = await until(async () => {
        const text = await (await fetch(server.metricsUrl!)).text();
        const seconds = Number(/^fanfare_database_standby_lag_seconds (.*)$/m.exec(text)?.[1]);
        return seconds > 30 ? { instance: 'a', text } : null;
      });
      process.kill(receiver!.pid, 'SIGCONT');
      expect(firingOf(before, after)).toEqual(['FanfareFailoverLosesCommits', 'FanfareStandbyBehind']);
      await pair.caughtUp();
    });

    test('FanfareFailoverLosesCommits while the standby is asynchronous, and nothing once it is synchronous', async () => {
      const asynchronous = await scrapeWith(...ASYNCHRONOUS);
      expect(firingOf(asynchronous, asynchronous)).toEqual(['FanfareFailoverLosesCommits']);
      await pair.beSynchronous();
      const synchronous = await scrapeWith(...SYNCHRONOUS);
      expect(firingOf(synchronous, synchronous)).toEqual([]);
    });

    test('FanfareWritesWait and FanfareStandbyMissing: the synchronous standby is away', async () => {
      const before = await scrapeWith(...SYNCHRONOUS);
      await pair.cutReplication();
      const after = await scrapeWith('fanfare_database_standbys 0');
      expect(firingOf(before, after)).toEqual(['FanfareStandbyMissing', 'FanfareWritesWait']);
      await pair.restoreReplication();
      expect(firingOf(before, await scrapeWith(...SYNCHRONOUS))).toEqual([]);
    });
  },
);
