import { randomBytes } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { sandboxEnvironment } from '../../../src/operator/dev/sandbox-environment.ts';
import { type ServerProcess, startServerProcess } from '../../composition/server-process.ts';
import { uuidOf } from '../../leaving/dump.ts';
import { useServer } from '../../use-server.ts';
import { repostedBy } from './expected-reposts.ts';
import { accountingOf, differences, postOfStranger, repostCalls, repostersOf, repostId } from './use-reposts.ts';

const ENCRYPTION_KEYS = `k1:${randomBytes(32).toString('base64')}`;

/**
 * A server that survives, and what it makes of a repost whose server is killed while X delays it.
 */
export function useKilledRepost() {
  /** The server that survives. */
  const server = useServer({ env: { ENCRYPTION_KEYS }, options: { timings: { sweepMs: 100 } } });
  const processes: ServerProcess[] = [];
  afterAll(async () => {
    for (const each of processes) each.kill('SIGKILL');
    await Promise.all(processes.map(({ ended }) => ended));
  });

  return async (action: 'delay' | 'delay_after', platformRepostId: null | undefined): Promise<void> => {
    const doomed = startServerProcess({
      ...sandboxEnvironment(server.sandbox.url),
      FANFARE_ENV: 'development',
      DATABASE_URL: server.databaseUrl,
      EGRESS_ALLOWED_HOSTS: '127.0.0.1',
      ENCRYPTION_KEYS,
    });
    processes.push(doomed);
    const there = await doomed.ready;
    const ana = await server.person('x');
    const { id } = await postOfStranger(server);
    await server.sandbox.fail({ network: 'x', path: '/retweets$', action, delayMs: 30_000 });
    const asked = repostId({ ...ana, project: ana.project.at(there) }, id).catch(() => 'no answer');
    await expect.poll(() => repostCalls(ana)).toHaveLength(1);
    if (action === 'delay_after') await expect.poll(() => repostersOf(server, id)).toEqual([ana.username]);
    doomed.kill('SIGKILL');
    expect([await asked, (await doomed.ended).signal]).toEqual(['no answer', 'SIGKILL']);
    expect(await accountingOf(server, ana)).toEqual({ reserved: [{ units: 1, state: 'held' }], ledger: [] });

    // As if the minute of its lease had passed.
    await server.db.query({
      text: `update reposts set lease_expires_at = now() where account_id = $1 and state = 'attempting'`,
      values: [uuidOf(ana.account.id)],
    });
    await expect.poll(() => ana.project.usage()).toMatchObject({ reserved: 0 });
    expect((await repostId(ana, id)).body).toEqual({ reposts: [repostedBy(ana.account, platformRepostId)] });
    expect(await repostersOf(server, id)).toEqual([ana.username]);
    expect(await accountingOf(server, ana)).toEqual({
      reserved: [{ units: 1, state: 'billed' }],
      ledger: [{ units: 1 }],
    });
    expect(await differences(server)).toEqual([]);
  };
}
