import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '@fanfare/contract';
import { afterAll, describe, expect, test } from 'vitest';
import type { UnpublishCheckpoint } from '../../../src/posts/unpublish/unpublish-journal.ts';
import { fromPublicId } from '../../../src/process/ids.ts';
import { useServer } from '../../use-server.ts';
import { deletions, published, readTarget, removalEvents, removed, unpublish } from './use-unpublishes.ts';

type Point = Parameters<UnpublishCheckpoint>[0];

/** Plan of what the next attempt on a target does at a point. */
const plans = new Map<string, { readonly at: Point; readonly act: () => Promise<unknown> }>();
const sleepers: (() => void)[] = [];
const server = useServer({
  options: {
    async unpublishCheckpoint(name, { targetId }) {
      const plan = plans.get(targetId);
      if (plan?.at !== name) return;
      plans.delete(targetId);
      await plan.act();
    },
  },
});
// A stop waits for running attempts; stopped ones must not delay it.
afterAll(() => {
  for (const wake of sleepers) wake();
});

/**
 * Stops the next attempt on a post at a point, as a killed process would: silently, keeping what it
 * holds.
 */
function killAt(post: Post, at: Point) {
  const { opened: killed, open: stopped } = gate();
  const { opened: woken, open: wake } = gate();
  sleepers.push(wake);
  plans.set(targetOf(post), {
    at,
    act: async () => {
      stopped();
      await woken;
    },
  });
  return { killed, wake };
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const targetOf = ({ targets }: Post): string => fromPublicId('tgt', targets[0]!.id)!;

const expireLease = (post: Post) =>
  server.db.query({
    text: 'update unpublishes set lease_expires_at = now() where target_id = $1',
    values: [targetOf(post)],
  });

describe.each([
  { at: 'claimed', calls: 0, live: 1, error: null, more: 1, late: 0 },
  // It sends its deletion late, which finds nothing.
  { at: 'intended', calls: 0, live: 1, error: /^outcome_unknown: /, more: 1, late: 1 },
  { at: 'sent', calls: 1, live: 0, error: /^outcome_unknown: /, more: 1, late: 0 },
  { at: 'deleted', calls: 1, live: 0, error: /^outcome_unknown: /, more: 0, late: 0 },
] as const)('a process that dies with a removal $at', ({ at, calls, live, error, more, late }) => {
  test('leaves the right error, and the next call finishes it: gone, one event', async () => {
    const ana = await server.person('x');
    const post = await published(ana);
    const { killed } = killAt(post, at);
    void unpublish(ana.project, post.id).catch(() => undefined);
    await killed;
    expect(await readTarget(ana, post.id)).toMatchObject({
      status: 'published',
      unpublishedAt: null,
      unpublishError: error && expect.stringMatching(error),
    });
    expect([await deletions(ana), (await ana.posts()).length]).toEqual([calls, live]);

    const waiting = unpublish(ana.project, post.id);
    await sleep(100);
    await expireLease(post);
    expect((await waiting).body).toEqual(removed(post));
    expect([await deletions(ana), await ana.posts()]).toEqual([calls + more, []]);
    expect(await removalEvents(server, ana)).toEqual(['target.unpublished']);
  });

  test('and goes on long after another one has finished: it changes nothing and returns what is stored', async () => {
    const ana = await server.person('x');
    const post = await published(ana);
    const { killed, wake } = killAt(post, at);
    const sleeper = unpublish(ana.project, post.id);
    await killed;
    await expireLease(post);
    const { body } = await unpublish(ana.project, post.id);
    wake();
    expect((await sleeper).body).toEqual(body);
    expect(body).toEqual(removed(post));
    expect([await deletions(ana), await removalEvents(server, ana)]).toEqual([
      calls + more + late,
      ['target.unpublished'],
    ]);
  });
});

test('an account that is removed during its removal: nothing is left, and the answer says so', async () => {
  const ana = await server.person('x');
  const post = await published(ana);
  plans.set(targetOf(post), {
    at: 'claimed',
    act: () =>
      server.db.query({
        text: 'delete from accounts where platform_user_id = $1',
        values: [ana.account.platformUserId],
      }),
  });
  const { body } = await unpublish(ana.project, post.id);
  expect(body.targets).toMatchObject([{ status: 'failed', error: expect.stringMatching(/^account_deleted: /) }]);
  expect(await deletions(ana)).toBe(0);
});
