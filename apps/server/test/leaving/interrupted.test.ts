import { expect, test } from 'vitest';
import { codeOfCallback } from '../../src/leaving/confirmation-code.ts';
import { claimRemoval, extendRemoval, recordRemoval } from '../../src/leaving/removal-requests.table.ts';
import { removeProfiles } from '../../src/leaving/removals.ts';
import { removeProfile } from '../../src/leaving/remove-profile.ts';
import { ids } from '../../src/process/ids.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { findDifferences } from '../../src/usage/audit.table.ts';
import { inMs } from '../in-ms.ts';
import { storePosts } from '../stored-posts.ts';
import { type Person, useServer } from '../use-server.ts';
import { dumpOf, rowsWith, uuidOf } from './dump.ts';

const server = useServer();

/** A profile in two projects, in one of them with more targets than one step deletes. */
async function widelyStored(): Promise<{ person: Person; traces: string[] }> {
  const person = await server.person('threads');
  const elsewhere = await server.createProject();
  const again = await elsewhere.connect('threads', person.username);
  await person.publish({ content: `By ${person.username}` });
  await elsewhere.publish({
    content: `Later, ${person.username}`,
    publishAt: inMs(3_600_000),
    platforms: [{ platform: 'threads', accountId: again.id }],
  });
  await storePosts(
    server.db,
    again,
    Array.from({ length: 450 }, (_, i) => ({ content: `${person.username} ${i}`, targets: ['failed'] as const })),
  );
  return {
    person,
    traces: [person.username, person.account.platformUserId, uuidOf(person.account.id), uuidOf(again.id)],
  };
}

/** A request whose process died after so many steps. Returns how many it did. */
async function dieAfter(person: Person, steps: number): Promise<{ finished: boolean; id: string }> {
  const { platform, platformUserId } = person.account;
  const id = ids.uuid();
  const { sha256 } = codeOfCallback('deauthorize', id);
  const removal = await server.db.transaction(async (tx) => {
    await recordRemoval(tx, {
      id,
      codeSha256: sha256,
      platform,
      source: 'deauthorize',
      platformUserId,
      requestedBefore: null,
    });
    return claimRemoval(tx, { seconds: 60, id });
  });
  let done = 0;
  const { finished } = await removeProfile({ db: server.db, shouldContinue: async () => done++ < steps }, removal!);
  return { finished, id };
}

test('a removal that dies after any of its steps is continued by a server and finished', async () => {
  let steps = 0;
  for (let finished = false; !finished; steps++) {
    const { person, traces } = await widelyStored();
    const died = await dieAfter(person, steps);
    finished = died.finished;
    const left = rowsWith(await dumpOf(server.db), traces).length;
    expect(left).toBeGreaterThan(0);
    // The accounting agrees after every step, not only at the end.
    expect(await findDifferences(server.db)).toEqual([]);
    // The dead process's minute has passed.
    await extendRemoval(server.db, died.id, 0);
    await server.run('remove-profiles');
    expect([steps, rowsWith(await dumpOf(server.db), traces)]).toEqual([steps, []]);
    expect(await findDifferences(server.db)).toEqual([]);
  }
  // One batch for the first account, three for the second, and for each the query that finds
  // nothing more.
  expect(steps).toBeGreaterThan(6);
});

test('while a process works on a removal no other one does', async () => {
  const { person, traces } = await widelyStored();
  const { id } = await dieAfter(person, 2);
  await server.run('remove-profiles');
  expect(rowsWith(await dumpOf(server.db), traces).length).toBeGreaterThan(0);
  expect(
    (
      await server.db.query({
        text: 'select from removal_requests where id = $1 and completed_at is null',
        values: [id],
      })
    ).rowCount,
  ).toBe(1);
  await extendRemoval(server.db, id, 0);
  await server.run('remove-profiles');
});

test('several servers that work on one profile concurrently delete it once', async () => {
  const { person, traces } = await widelyStored();
  const { platform, platformUserId } = person.account;
  const take = async (source: 'deauthorize' | 'data_deletion') => {
    const id = ids.uuid();
    const { sha256 } = codeOfCallback(source, id);
    return server.db.transaction(async (tx) => {
      await recordRemoval(tx, { id, codeSha256: sha256, platform, source, platformUserId, requestedBefore: null });
      return (await claimRemoval(tx, { seconds: 60, id }))!;
    });
  };
  const removals = [await take('deauthorize'), await take('data_deletion'), await take('data_deletion')];
  const ends = await Promise.all(
    removals.map((removal) => removeProfile({ db: server.db, shouldContinue: async () => true }, removal)),
  );
  const sum = (of: 'accounts' | 'targets' | 'emptiedPosts') => ends.reduce((total, end) => total + end[of], 0);
  expect([ends.every(({ finished }) => finished), sum('accounts'), sum('targets'), sum('emptiedPosts')]).toEqual([
    true,
    2,
    452,
    452,
  ]);
  expect(await findDifferences(server.db)).toEqual([]);
  for (const { id } of removals) await extendRemoval(server.db, id, 0);
  await server.run('remove-profiles');
  expect(rowsWith(await dumpOf(server.db), traces)).toEqual([]);
});

test('a server that is stopped releases its current removal, so that the next one need not wait for its minute to pass', async () => {
  const ana = await server.person('threads');
  const { platform, platformUserId } = ana.account;
  const id = ids.uuid();
  const { sha256 } = codeOfCallback('deauthorize', id);
  await recordRemoval(server.db, {
    id,
    codeSha256: sha256,
    platform,
    source: 'deauthorize',
    platformUserId,
    requestedBefore: null,
  });
  const deps = {
    db: server.db,
    log: createLogger('silent', () => undefined),
    observe: { removed: () => undefined },
    forgetPosts: () => undefined,
  };
  const stopping = new AbortController();
  const stopped = removeProfiles(deps, stopping.signal);
  stopping.abort();
  await stopped;
  const openSince = {
    text: 'select taken_until <= now() as free from removal_requests where id = $1 and completed_at is null',
    values: [id],
  };
  expect((await server.db.query(openSince)).rows).toEqual([{ free: true }]);
  await removeProfiles(deps, new AbortController().signal);
  expect(rowsWith(await dumpOf(server.db), [ana.username])).toEqual([]);
});
