import { describe, expect, it } from 'vitest';
import { publishWhole } from './publish-subject.ts';
import { stepsIn } from './steps-in.ts';
import { aCarousel, type HubSuite } from './suite.ts';

/** Deleting what a failed publish left on the hub. */
export function describeDiscarding({ conformance, testHub, fixture }: HubSuite): void {
  const { discard } = testHub.driver.publish;
  if (!discard) return;
  describe('discarding', () => {
    it('leaves nothing of a post that was ready, and touches no other post', async () => {
      const { adapter, call } = fixture();
      const other = await publishWhole(fixture(), aCarousel(testHub));
      const journal = new Map<string, string>();
      await adapter.publish.prepare(call({ key: 'target-2', journal }), aCarousel(testHub));
      expect(await testHub.leftovers()).toBeGreaterThan(0);
      await adapter.publish.discard?.(call({ key: 'target-2' }), stepsIn(journal));
      expect(await testHub.leftovers()).toBe(0);
      const [post] = await testHub.posts();
      expect([post?.id, post?.images.length]).toEqual([other.platformPostId, 2]);
    });

    it('is harmless when everything is gone', async () => {
      const { adapter, call } = fixture();
      const journal = new Map<string, string>();
      await adapter.publish.prepare(call({ journal }), aCarousel(testHub));
      await adapter.publish.discard?.(call(), stepsIn(journal));
      await adapter.publish.discard?.(call(), stepsIn(journal));
      expect(await testHub.leftovers()).toBe(0);
    });

    const hidden = Object.entries(conformance.edges).filter(([, { run, optional }]) => run === 'prepare' && !optional);
    it.each(hidden)('leaves nothing of a post that failed on %s', async (_name, { method, path }) => {
      const { adapter, call } = fixture();
      const journal = new Map<string, string>();
      await testHub.fail({ method, path, action: 'status', status: 400, body: { code: 'x', error: 'x' }, times: 40 });
      await expect(adapter.publish.prepare(call({ journal }), aCarousel(testHub))).rejects.toThrow();
      await testHub.clearFaults();
      await adapter.publish.discard?.(call(), stepsIn(journal));
      expect([await testHub.posts(), await testHub.leftovers()]).toEqual([[], 0]);
    });
  });
}
