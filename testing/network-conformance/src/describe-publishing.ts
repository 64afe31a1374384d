import { fieldNames } from '@fanfare/contract';
import type { Http } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { findPost, publishPlain } from './subject.ts';
import type { Suite } from './suite.ts';

const NO_FILES = { image: '', anotherImage: '', video: '', cover: '' };

/** Every kind of post the network accepts. */
export function describePublishing({ conformance, adapter, fixture }: Suite): void {
  const names = Object.keys(conformance.drafts(NO_FILES));

  describe('publishing', () => {
    it.each(names)(
      '%s: nothing is visible before the one public call, and then exactly the requested content',
      async (name) => {
        const { call, testNetwork, sent } = fixture();
        const draft = conformance.drafts(testNetwork.files)[name]!;
        const run = call();
        const prepared = await adapter.publish.prepare(run, draft);
        expect(await testNetwork.posts()).toEqual([]);
        expect(sent.filter(({ effect }) => effect === 'public')).toEqual([]);

        const published = await adapter.publish.send(run, prepared);
        expect(sent.filter(({ effect }) => effect === 'public')).toHaveLength(1);
        expect(await testNetwork.posts()).toHaveLength(1);
        const post = await findPost(fixture(), published.platformPostId);
        expect(post.text).toBe(draft.content.trim());
        expect(post.media.map(({ type }) => type)).toEqual(draft.media.map(({ type }) => type));
        for (const [at, { altText }] of draft.media.entries()) {
          if (altText !== undefined && post.media[at]?.altText !== undefined)
            expect(post.media[at]?.altText).toBe(altText);
        }
        expect(post.media.flatMap(({ captions = [] }) => captions)).toHaveLength(draft.options?.captions?.length ?? 0);
        expect(post.poll?.options).toEqual(draft.options?.poll?.options);
        expect(post.shown ?? {}).toEqual(conformance.shows?.[name] ?? {});
        if (post.aiGenerated !== undefined) expect(post.aiGenerated).toBe(draft.aiGenerated);
        const url = published.url ?? (await adapter.permalink?.(run, post.id)) ?? null;
        expect(url).toMatch(/^https?:/);
        if (post.url !== undefined) expect(url).toBe(post.url);
      },
    );

    it('every option of the rules is in a draft', () => {
      const { platform, options = {} } = adapter.rules;
      const known = Object.entries(options).flatMap(([name, schema]) =>
        name === platform ? fieldNames(schema).map((field) => `${name}.${field}`) : [name],
      );
      const tried = Object.values(conformance.drafts(NO_FILES)).flatMap((draft) =>
        Object.entries(draft.options ?? {}).flatMap(([name, value]) =>
          name === platform ? Object.keys(value).map((field) => `${name}.${field}`) : [name],
        ),
      );
      expect(known.filter((name) => !tried.includes(name))).toEqual(conformance.optionsElsewhere ?? []);
    });

    it.each(names)('%s: a run after a crash repeats no step of its journal', async (name) => {
      const { call, testNetwork, sent, requests } = fixture();
      const draft = conformance.drafts(testNetwork.files)[name]!;
      const journal = new Map<string, string>();
      const first = await adapter.publish.prepare(call({ journal }), draft);
      const steps = [...journal];
      const before = { sent: sent.length, requests: requests.length };

      const second = await adapter.publish.prepare(call({ journal }), draft);
      expect(second).toEqual(first);
      expect([...journal]).toEqual(steps);
      const again = sent.slice(before.sent);
      // Describing an uploaded file again is harmless: it creates nothing.
      const repeated = new Set(conformance.repeatable ?? []);
      const made = requests
        .slice(before.requests)
        .filter(
          ({ method, url }) => method !== 'GET' && ![...repeated].some((path) => new RegExp(path).test(url.pathname)),
        );
      expect(made.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([]);
      expect(again.filter(({ effect }) => effect === 'public')).toEqual([]);
      expect(await testNetwork.posts()).toEqual([]);
    });

    it.each(names)('%s: a stop prevents every further call', async (name) => {
      const { call, testNetwork, requests } = fixture();
      const draft = conformance.drafts(testNetwork.files)[name]!;
      const stop = new AbortController();
      const run = call({ signal: stop.signal });
      let running = 0;
      let allowed = Number.POSITIVE_INFINITY;
      const http: Http = async (outgoing) => {
        running += 1;
        const answer = await run.http(outgoing).finally(() => {
          running -= 1;
        });
        if (outgoing.effect === 'hidden' && !stop.signal.aborted) {
          // A call in flight cannot be stopped.
          allowed = requests.length + running;
          stop.abort();
        }
        return answer;
      };
      await adapter.publish.prepare({ ...run, http }, draft).catch(() => null);
      expect(requests.length).toBeLessThanOrEqual(allowed);
      expect(await testNetwork.posts()).toEqual([]);
    });

    it.each(conformance.answers ?? [])(
      '%s: as a part of a chain it is below the post that it answers',
      async (name) => {
        const { call, testNetwork } = fixture();
        const replyTo = await publishPlain(conformance, fixture());
        const { options: _, ...draft } = conformance.drafts(testNetwork.files)[name]!;
        const run = call();
        const sent = await adapter.publish.send(run, await adapter.publish.prepare(run, { ...draft, replyTo }));
        const { comments } = await findPost(fixture(), replyTo);
        expect(comments).toEqual([expect.objectContaining({ id: sent.platformPostId, text: draft.content.trim() })]);
      },
    );

    it('handle and body survive JSON, so that another process can send', async () => {
      const { call, testNetwork } = fixture();
      const { plain } = conformance.drafts(testNetwork.files);
      const prepared = await adapter.publish.prepare(call(), plain);
      await adapter.publish.send(call(), JSON.parse(JSON.stringify(prepared)));
      expect(await testNetwork.posts()).toHaveLength(1);
    });
  });
}
