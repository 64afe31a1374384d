import { describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { makeDue, REFUSAL, schedule } from '../recovery/outlive-restore.ts';
import { findSystemPostgres } from '../recovery/system-postgres.ts';
import { answersReadyz, usePair } from './use-pair.ts';

const start = usePair();

describe.skipIf(findSystemPostgres() === null)('a standby with every commit is promoted (Debian: postgresql)', () => {
  test('below running servers: they go on without a command, and others may start', async () => {
    const { pair, server, other, addresses, ana } = await start();
    const waiting = await schedule(ana, 'Later');
    expect((await ana.publish({ content: 'Before' }, 'before')).status).toBe(201);
    await makeDue(server, 'Later');
    await pair.caughtUp();
    await pair.promote();
    for (const address of [addresses.server, addresses.other]) address.follow();

    await Promise.all([server, other].map((each) => answersReadyz(each, 'ready')));
    await other.tick();
    expect((await ana.project.settled(waiting.id)).status).toBe('published');
    expect((await ana.publish({ content: 'Before' }, 'before')).body).toMatchObject({ replayed: true });
    await server.startAnother({ stateFolder: null });
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['Later', 'Before']);
  });

  test('while servers are away: one that knows its commits starts without a command, and then one that does not', async () => {
    const { pair, server, other, addresses, folders, ana } = await start();
    expect((await ana.publish({ content: 'Before' })).status).toBe(201);
    await Promise.all([server.halt(), other.halt()]);
    await pair.caughtUp();
    await pair.promote();
    addresses.server.follow();

    await expect(server.startAnother({ stateFolder: null })).rejects.toThrow(REFUSAL);
    const again = await server.startAnother({ stateFolder: folders.server });
    await server.startAnother({ stateFolder: null });
    const account = { platform: 'x', accountId: ana.account.id };
    const reply = await ana.project.at(again.baseUrl).publish({ content: 'After', platforms: [account] });
    expect(reply.status).toBe(201);
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['After', 'Before']);
  });

  test('and a server ended with the primary: the others go on, and read back what it may have sent', async () => {
    const { pair, server, other, addresses, ana } = await start({ historyWaitMs: 500 });
    const doubtful = await schedule(ana, 'Perhaps');
    const later = await schedule(ana, 'Later');
    await makeDue(server, 'Perhaps');
    await server.db.query({
      text: 'insert into servers (id, history, seen_at) select gen_random_uuid(), max(history), max(seen_at) from servers',
    });
    await pair.caughtUp();
    await pair.promote();
    for (const address of [addresses.server, addresses.other]) address.follow();

    await Promise.all([server, other].map((each) => answersReadyz(each, 'ready')));
    await server.tick();
    expect((await ana.project.settled(doubtful.id)).targets).toMatchObject([
      { status: 'failed', errorDetail: { code: 'outcome_unknown' } },
    ]);
    await makeDue(server, 'Later');
    await server.tick();
    expect((await ana.project.settled(later.id)).status).toBe('published');
    expect((await ana.posts()).map(({ text }) => text)).toEqual(['Later']);
    await until(async () => (server.log().includes('have not checked their commits') ? true : null));
  });
});
