import { caught, type Fixture } from '@fanfare/network-conformance';
import { describe, expect, it } from 'vitest';
import { aDraft } from '../a-draft.ts';
import { BIG, quirksOfMeta } from './of-meta.ts';
import { answerWith, formsOf, publishOnce, quoteOnce, setControl } from './publish-and-connect.ts';

const plain = () => aDraft('Hello');

export function quirksOfThreads(fixture: () => Fixture): void {
  quirksOfMeta(fixture, {
    create: /\/threads$/,
    publish: /\/threads_publish$/,
    container: (state) => JSON.stringify({ status: state }),
    listed: { text: 'Hello', media_type: 'TEXT_POST' },
    plain,
  });

  it.each(['a text', 'an image', 'a video', 'a carousel'])('%s shows the post that it quotes', async (kind) => {
    const { image, video } = fixture().testNetwork.files;
    const files = [
      { type: 'image', url: image },
      { type: 'video', url: video },
    ] as const;
    const media = { 'a text': [], 'an image': files.slice(0, 1), 'a video': files.slice(1), 'a carousel': files }[kind];
    const quote = await quoteOnce(fixture(), plain(), aDraft('See this', media));
    expect(quote).toMatchObject({ text: 'See this', quote: { text: 'Hello', author: { username: 'ada' } } });
  });

  describe('production quirks of Threads', () => {
    it('4279009 after FINISHED: the same container again, and no second one', async () => {
      await setControl(fixture(), 'invisible-window', { ms: 11_000 });
      expect(await publishOnce(fixture(), plain())).toMatchObject({ state: 'live' });
      const containers = formsOf(fixture(), /\/threads_publish$/).map(({ creation_id }) => creation_id);
      expect([containers.length, new Set(containers).size, formsOf(fixture(), /\/threads$/).length]).toEqual([2, 1, 1]);
      expect(await fixture().testNetwork.posts()).toHaveLength(1);
    });

    it('the id of a profile that arrives as a bare number beyond 2^53 stays exact', async () => {
      await answerWith(fixture(), 'GET', '/me$', `{"id":${BIG},"username":"acme"}`);
      const answered = await fixture().adapter.connect.profiles(fixture().call(), fixture().credential);
      expect(answered).toMatchObject({ profiles: [{ platformUserId: BIG }] });
    });

    it('a final error with HTTP 500 is not retried', async () => {
      const { code } = await caught(publishOnce(fixture(), aDraft('a'.repeat(501))));
      expect([code, formsOf(fixture(), /\/threads$/).length]).toEqual(['content_rejected', 1]);
    });

    it('the word expired in a carousel’s error is not an expired token', async () => {
      const message = 'The children with IDs 1797 are invalid, nonexistent, or expired.';
      await setControl(fixture(), 'api-error', {
        operation: 'create',
        code: 100,
        subcode: 4279004,
        message,
        times: 40,
      });
      const { code, facts } = await caught(publishOnce(fixture(), plain()));
      expect([code, facts.credential]).toEqual(['media_processing_failed', undefined]);
    });
  });
}
