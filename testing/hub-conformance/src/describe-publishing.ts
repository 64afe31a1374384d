import type { Http } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { aCarousel, aDraft, type HubSuite } from './suite.ts';
import type { TestHub } from './test-hub.ts';

const LONG_LINE = `${'All the boats come in at dawn and '.repeat(4)}leave at noon.`;

const drafts = (testHub: TestHub): Readonly<Record<string, Draft>> => {
  const [one, another] = testHub.images;
  return {
    'one line': aDraft('Harbour days begin'),
    'text that looks like code': aDraft('<b>"R&D"</b> isn\'t [gallery]\n\n<!-- wp:x --> {{ x }} *bold* &amp;\nend'),
    'a long first line': aDraft(`${LONG_LINE}\n\nSee you.`),
    'text in many scripts': aDraft('Ржаной хлеб 🍞\n\nパン è pronto'),
    'an image with alt text': aDraft('A harbour', [[one, 'Boats "at" <dawn> & more']]),
    'an image without text': aDraft('', [[one, null]]),
    'two images': aCarousel(testHub),
    'ten images': aDraft(
      'Ten boats',
      Array.from({ length: 10 }, (_, at) => [at % 2 === 0 ? one : another, `Boat ${at}`] as const),
    ),
  };
};

/** Line ends and spaces are the hub's to show; everything else of a text is not. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Every kind of post a hub takes. */
export function describePublishing({ testHub, fixture }: HubSuite): void {
  const names = Object.keys(drafts(testHub));
  const publicCalls = () => fixture().sent.filter(({ effect }) => effect === 'public').length;

  describe('publishing', () => {
    it.each(names)('%s: nothing is seen before the one public call, and then all of it', async (name) => {
      const { adapter, call } = fixture();
      const draft = drafts(testHub)[name]!;
      const run = call();
      const prepared = await adapter.publish.prepare(run, draft);
      expect([await testHub.posts(), publicCalls()]).toEqual([[], 0]);

      const published = await adapter.publish.send(run, prepared);
      expect(publicCalls()).toBe(1);
      const [post, ...more] = await testHub.posts();
      expect([post?.id, more]).toEqual([published.platformPostId, []]);
      expect(post?.url).toBe(published.url);
      expect(plain(post?.text ?? '')).toContain(plain(draft.content));
      expect(post?.images.map(({ altText }) => altText ?? null)).toEqual(
        draft.media.map(({ altText }) => altText ?? null),
      );
      expect(await testHub.leftovers()).toBe(0);
    });

    it.each(names)('%s: a run after a crash sends no step again that its journal holds', async (name) => {
      const { adapter, call, sent } = fixture();
      const draft = drafts(testHub)[name]!;
      const journal = new Map<string, string>();
      const first = await adapter.publish.prepare(call({ journal }), draft);
      const steps = [...journal];
      const before = sent.length;
      const second = await adapter.publish.prepare(call({ journal }), draft);
      expect(second).toEqual(first);
      expect([...journal]).toEqual(steps);
      expect(sent.slice(before).filter(({ effect }) => effect !== 'read')).toEqual([]);
    });

    it('once it is stopped, nothing more is sent', async () => {
      const { adapter, call, requests } = fixture();
      const stop = new AbortController();
      const run = call({ signal: stop.signal });
      let allowed = Number.POSITIVE_INFINITY;
      const http: Http = async (outgoing) => {
        const answer = await run.http(outgoing);
        if (outgoing.effect === 'hidden' && !stop.signal.aborted) {
          allowed = requests.length;
          stop.abort();
        }
        return answer;
      };
      await adapter.publish.prepare({ ...run, http }, aCarousel(testHub)).catch(() => null);
      expect(requests.length).toBeLessThanOrEqual(allowed);
      expect(await testHub.posts()).toEqual([]);
    });

    it('the same handle and body are enough in another process: they survive JSON', async () => {
      const { adapter, call } = fixture();
      const prepared = await adapter.publish.prepare(call(), aCarousel(testHub));
      await adapter.publish.send(call(), JSON.parse(JSON.stringify(prepared)));
      expect(await testHub.posts()).toHaveLength(1);
    });

    it('the same text twice makes two posts, each under its own address', async () => {
      const { adapter, call } = fixture();
      const urls: (string | null)[] = [];
      for (const key of ['target-1', 'target-2']) {
        const run = call({ key });
        const { url } = await adapter.publish.send(run, await adapter.publish.prepare(run, aCarousel(testHub)));
        urls.push(url);
      }
      expect(new Set(urls).size).toBe(2);
      expect(await testHub.posts()).toHaveLength(2);
    });
  });

  if (testHub.driver.deletePost) {
    it('a deleted post is gone, the others stay, and a second deletion does no harm', async () => {
      const { adapter, call } = fixture();
      const publish = async (key: string) => {
        const run = call({ key });
        const { platformPostId } = await adapter.publish.send(
          run,
          await adapter.publish.prepare(run, aCarousel(testHub)),
        );
        return platformPostId ?? '';
      };
      const gone = await publish('target-1');
      const kept = await publish('target-2');
      for (const _ of ['once', 'twice']) {
        const run = call();
        const prepared = await adapter.unpublish!.prepare(run, { platformPostId: gone });
        expect(await adapter.unpublish!.send(run, prepared)).toEqual({ platformPostId: null, url: null });
      }
      expect((await testHub.posts()).map(({ id }) => id)).toEqual([kept]);
    });
  }

  const { comment } = testHub;
  if (comment && testHub.driver.metrics) {
    it('metrics are the counts of the hub', async () => {
      const { adapter, call } = fixture();
      const run = call();
      const { platformPostId } = await adapter.publish.send(
        run,
        await adapter.publish.prepare(run, aCarousel(testHub)),
      );
      const counts = () => adapter.metrics?.(call(), platformPostId ?? '');
      expect(await counts()).toMatchObject({ comments: 0 });
      await comment(platformPostId ?? '');
      expect(await counts()).toMatchObject({ comments: 1 });
    });
  }
}
