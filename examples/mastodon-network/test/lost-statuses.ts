import type { Sent, Verdict } from '@fanfare/network';
import type { Fixture } from '@fanfare/network-conformance';
import { describe, expect, it } from 'vitest';
import { publicStatuses } from '../simulator/create-simulator.ts';
import { postStatus } from '../simulator/statuses.ts';
import { aDraft } from './a-draft.ts';
import { simulatorOf } from './mastodon-network.ts';

const TEXT =
  'First light <at> the “harbour” & tea with @ben@elsewhere.example\n\nhttps://bakery.example.com/opening-hours/and/a/long/path';
const DRAFT = aDraft(TEXT);
const STATUSES = '^/api/v1/statuses$';

/**
 * A status whose answer was lost: it can be found among many, and its key decides where reading
 * cannot.
 */
export function lostStatuses(fixture: () => Fixture): void {
  const live = () => publicStatuses(simulatorOf(fixture().testNetwork).world).filter(({ text }) => text === TEXT);

  async function lose(action: 'drop_after' | 'drop_before') {
    const { adapter, testNetwork, clock } = fixture();
    const call = fixture().call();
    const prepared = await adapter.publish.prepare(call, DRAFT);
    const intendedAt = clock.now();
    await testNetwork.fail({ method: 'POST', path: STATUSES, action });
    await expect(adapter.publish.send(call, prepared)).rejects.toMatchObject({ outcome: 'unknown' });
    const reconcile = (agoMs = 0): Promise<Verdict> =>
      adapter.publish.reconcile(call, {
        input: DRAFT,
        handle: prepared.handle,
        intendedAt,
        agoMs,
        sends: 1,
        error: null,
        earlierErrors: [],
      });
    // After a crash only the handle is left.
    const resend = (): Promise<Sent> => adapter.publish.send(call, { handle: prepared.handle, body: null });
    return { reconcile, resend };
  }

  /** Statuses that the same person made by hand meanwhile. */
  async function postByHand(texts: readonly string[]): Promise<void> {
    const simulator = simulatorOf(fixture().testNetwork);
    const [person] = simulator.world.people;
    for (const text of texts) {
      const fields: Record<string, string> = { status: text };
      const request = {
        method: 'POST',
        url: new URL(fixture().testNetwork.known.web!),
        header: () => null,
        field: (name: string) => fields[name] ?? null,
        list: () => [],
        file: () => null,
      };
      expect(postStatus({ world: simulator.world, person: person!, request }).status).toBe(200);
    }
  }

  describe('a status whose answer was lost', () => {
    it('is found by reading, however many posts were made since', async () => {
      const { reconcile } = await lose('drop_after');
      const [lost] = live();
      await postByHand(Array.from({ length: 90 }, (_, n) => `Another post, number ${n}`));
      const web = fixture().testNetwork.known.web;
      expect(await reconcile()).toEqual({ state: 'live', platformPostId: lost?.id, url: `${web}/@ada/${lost?.id}` });
    });

    it('is distinguished from one with the same text by its key, which returns the same status', async () => {
      const { reconcile, resend } = await lose('drop_after');
      const [lost] = live();
      await postByHand([TEXT]);
      expect(await reconcile()).toEqual({ state: 'resend', afterMs: 2_000 });
      expect((await resend()).platformPostId).toBe(lost?.id);
      expect(live()).toHaveLength(2);
    });

    it.each(['drop_after', 'drop_before'] as const)(
      'is made once by its key when nothing can be read (%s)',
      async (action) => {
        const { reconcile, resend } = await lose(action);
        await fixture().testNetwork.fail({
          method: 'GET',
          path: '/statuses$',
          action: 'status',
          status: 500,
          times: 20,
        });
        expect(await reconcile()).toEqual({ state: 'resend', afterMs: 2_000 });
        const { platformPostId } = await resend();
        expect((await resend()).platformPostId).toBe(platformPostId);
        expect(live().map(({ id }) => id)).toEqual([platformPostId]);
      },
    );

    it('stays undecided once its key may be forgotten', async () => {
      const { reconcile } = await lose('drop_before');
      expect(await reconcile(50 * 60_000)).toEqual({ state: 'undecided' });
      expect(live()).toEqual([]);
    });
  });
}
