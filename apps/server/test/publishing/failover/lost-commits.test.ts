import { describe, expect, test } from 'vitest';
import { inMs } from '../../in-ms.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { until } from '../../until.ts';
import { makeDue, REFUSAL, schedule } from '../recovery/outlive-restore.ts';
import { findSystemPostgres } from '../recovery/system-postgres.ts';
import { answersReadyz, type TwoServers, usePair } from './use-pair.ts';

const start = usePair();

/** A post waits at the standby, and one server publishes it out of its sight. */
async function loseItsEnd({ pair, server, ana }: TwoServers): Promise<string> {
  const post = await schedule(ana, 'Once');
  await makeDue(server, 'Once');
  await pair.stopReplication();
  await server.tick();
  await ana.project.settled(post.id);
  expect(await ana.posts()).toHaveLength(1);
  return post.id;
}

/** The target as the promoted standby has it. */
const copied = ({ pair }: TwoServers) => pair.query('select status, lease_token::int as token from targets');

const recover = ({ addresses }: TwoServers) =>
  runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: addresses.server.url });

describe.skipIf(findSystemPostgres() === null)('a standby that lacks commits is promoted (Debian: postgresql)', () => {
  test('below running servers: none claims, records or sends, also one that lost nothing and is there first', async () => {
    const two = await start();
    const { pair, server, other, addresses, ana } = two;
    const postId = await loseItsEnd(two);
    await pair.promote();

    addresses.other.follow();
    // It finds its own commits, and waits for the other server.
    const checked = "select from servers where history like '%/00000002'";
    await until(async () => ((await pair.query(checked)).length === 1 ? true : null));
    const account = { platform: 'x', accountId: ana.account.id };
    const publish = (content: string, { baseUrl }: { baseUrl: string }) =>
      ana.project.at(baseUrl).publish({ content, platforms: [account] });
    // They wait for the check.
    const early = [publish('Early', other), publish('Early as well', other)];
    const readyz = fetch(`${other.baseUrl}/readyz`);
    // Other work in the cluster takes the numbers of the lost commits.
    for (let n = 0; n < 50; n++) await pair.query('select pg_current_xact_id()');
    expect(await copied(two)).toEqual([{ status: 'pending', token: 0 }]);

    addresses.server.follow();
    await Promise.all([server, other].map((each) => answersReadyz(each, 'database restored')));
    await Promise.all([server, other].map((each) => each.tick()));
    expect((await readyz).status).toBe(503);
    for (const reply of await Promise.all([...early, publish('Now', server), publish('Now', other)]))
      expect(reply).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(await copied(two)).toEqual([{ status: 'pending', token: 0 }]);
    expect(await ana.posts()).toHaveLength(1);

    await recover(two);
    await Promise.all([server.halt(), other.halt()]);
    const again = await server.startAnother();
    await again.tick();
    expect((await ana.project.at(again.baseUrl).settled(postId)).targets).toMatchObject([
      { status: 'failed', errorDetail: { code: 'outcome_unknown' } },
    ]);
    expect(await ana.posts()).toHaveLength(1);
  });

  test('while servers are away: none starts before it is recovered, then those that lost commits start as well', async () => {
    const two = await start();
    const { pair, server, other, addresses, folders, ana } = two;
    const postId = await loseItsEnd(two);
    await Promise.all([server.halt(), other.halt()]);
    await pair.promote();
    addresses.server.follow();
    const startWith = (stateFolder: string) => server.startAnother({ stateFolder });

    for (const folder of [folders.server, folders.other]) await expect(startWith(folder)).rejects.toThrow(REFUSAL);
    await recover(two);
    for (const folder of [folders.other, folders.server]) {
      const again = await startWith(folder);
      await answersReadyz(again, 'ready');
      await again.tick();
      expect((await ana.project.at(again.baseUrl).settled(postId)).status).toBe('failed');
    }
    expect(await ana.posts()).toHaveLength(1);
  });
});
