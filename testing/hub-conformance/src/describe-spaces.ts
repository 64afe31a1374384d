import type { HubSpace } from '@fanfare/hub';
import { caught } from '@fanfare/network-conformance/parts';
import { describe, expect, it } from 'vitest';
import { publishWhole } from './publish-subject.ts';
import { aDraft, type HubSuite } from './suite.ts';

const CIRCLES = 23;

/** Spaces as the API lists them, and as targets name them. */
export function describeSpaces({ testHub, fixture }: HubSuite): void {
  const slugs = Object.keys(testHub.spaces);

  describe('spaces', () => {
    const list = (q: string | null, limit = 100, offset = 0) =>
      fixture().adapter.listSpaces(fixture().call(), { q, limit, offset });

    if (slugs.length === 0) {
      it('are none on a hub without them', async () => {
        expect(await list(null)).toEqual({ spaces: [], total: 0 });
      });
      return;
    }

    it('are listed by name, each with its slug, id and name', async () => {
      const { spaces, total } = await list(null);
      expect(total).toBe(spaces.length);
      expect(Object.fromEntries(spaces.map(({ slug, name }) => [slug, name]))).toMatchObject(testHub.spaces);
      expect(spaces.filter(({ id }) => id === '')).toEqual([]);
      const names = spaces.map(({ name }) => name);
      expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
    });

    it('are found by a part of their name or slug, in any case', async () => {
      const [[slug, name] = ['', '']] = Object.entries(testHub.spaces);
      for (const q of [name.toUpperCase(), slug.slice(1).toUpperCase()])
        expect((await list(q)).spaces.map((space) => space.slug)).toContain(slug);
      expect(await list('no space is called so')).toEqual({ spaces: [], total: 0 });
    });

    it('come in parts of any size from any place, each space once', async () => {
      await testHub.addSpaces?.(CIRCLES);
      const whole = await list('circle');
      expect([whole.total, whole.spaces.length]).toEqual([CIRCLES, CIRCLES]);
      for (const [limit, from] of [
        [7, 0],
        [5, 3],
        [1, 20],
      ] as const) {
        const parts: HubSpace[] = [];
        for (let offset = from; offset < CIRCLES; offset += limit) {
          const part = await list('circle', limit, offset);
          expect(part.total).toBe(CIRCLES);
          expect(part.spaces.length).toBe(Math.min(limit, CIRCLES - offset));
          parts.push(...part.spaces);
        }
        expect(parts.map(({ slug }) => slug)).toEqual(whole.spaces.slice(from).map(({ slug }) => slug));
      }
      expect(await list('circle', 5, 1_000)).toEqual({ spaces: [], total: CIRCLES });
    });

    it('get the posts that name them', async () => {
      for (const slug of slugs) {
        const { platformPostId } = await publishWhole(fixture(), aDraft(`For ${slug}`, [], slug));
        const post = (await testHub.posts()).find(({ id }) => id === platformPostId);
        expect(post?.space ?? testHub.spaces[slug]).toBe(testHub.spaces[slug]);
      }
    });

    it.each(['a-space-that-is-not-there', `${slugs[0]},${slugs[1] ?? 'x'}`, '../1', ' '])(
      'that are not there, such as "%s", fail a post before anything is on the hub',
      async (slug) => {
        const [image] = testHub.images;
        const draft = aDraft('For nobody', [[image, null]], slug);
        const { code, outcome } = await caught(fixture().adapter.publish.prepare(fixture().call(), draft));
        expect([code, outcome]).toEqual(['space_not_found', 'not_sent']);
        expect([await testHub.posts(), await testHub.leftovers()]).toEqual([[], 0]);
      },
    );
  });
}
