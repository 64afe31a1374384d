import { describe, expect, it } from 'vitest';
import { caught } from './caught.ts';
import { findPost, publishPlain } from './subject.ts';
import { edgeOf, type Suite } from './suite.ts';

/** Addresses, counts, links and removals, none of which changes the network. */
export function describeReading(suite: Suite): void {
  const { conformance, adapter, fixture } = suite;
  const { permalink, metrics, readPostUrl, removal } = adapter;

  describe('reading', () => {
    it('a lost answer is requested again, and a lasting fault leaves the account alone', async () => {
      const { call, testNetwork, credential } = fixture();
      const { method, path } = edgeOf(suite, 'profiles');
      await testNetwork.fail({ method, path, action: 'drop_before' });
      expect(await adapter.connect.profiles(call(), credential)).toMatchObject({ ok: true });
      await testNetwork.fail({ method, path, action: 'status', status: 200, body: '<html>', times: 20 });
      const { code, facts } = await caught(adapter.connect.profiles(call(), credential));
      expect([code, facts.credential]).toEqual(['network_unavailable', undefined]);
    });

    if (permalink) {
      it('the address of a post is public, or null where the network returns none', async () => {
        const { call, testNetwork } = fixture();
        const id = await publishPlain(conformance, fixture());
        expect(await permalink(call(), id)).toMatch(/^https?:/);
        const { method, path } = edgeOf(suite, 'permalink');
        await testNetwork.fail({ method, path, action: 'status', status: 500, times: 20 });
        expect(await permalink(call(), id)).toBeNull();
      });
    }

    if (metrics && conformance.unreadable?.includes('metrics')) {
      it('counts that the account may not read report that before anything is sent', async () => {
        const id = await publishPlain(conformance, fixture());
        const before = fixture().requests.length;
        const { code, outcome, facts } = await caught(metrics(fixture().call(), id));
        expect([code, outcome, facts.credential]).toEqual(['permission_missing', 'not_sent', undefined]);
        expect(facts.remedy).toMatch(/\S/);
        expect(fixture().requests.length).toBe(before);
      });
    } else if (metrics) {
      it('counts are whole numbers or null, also after one lost answer', async () => {
        const { call, testNetwork } = fixture();
        const id = await publishPlain(conformance, fixture());
        const { method, path } = edgeOf(suite, 'metrics');
        await testNetwork.fail({ method, path, action: 'drop_after' });
        const counts = await metrics(call(), id);
        expect(Object.keys(counts).sort()).toEqual(['comments', 'likes', 'saves', 'shares', 'views']);
        const known = Object.values(counts).filter((count) => count !== null);
        expect(known.filter((count) => !Number.isInteger(count) || count < 0)).toEqual([]);
        expect(known).not.toEqual([]);
      });

      const { counts: reported } = conformance;
      if (reported) {
        it('counts are the network’s, each in its place', async () => {
          const { call, testNetwork } = fixture();
          const id = await publishPlain(conformance, fixture());
          await testNetwork.engage?.(id, reported);
          const none = { views: null, likes: null, comments: null, shares: null, saves: null };
          expect(await metrics(call(), id)).toEqual({ ...none, ...reported });
        });
      }

      it('counts that cannot be read are an error of the network, never of the account', async () => {
        const { call, testNetwork } = fixture();
        const id = await publishPlain(conformance, fixture());
        const { method, path } = edgeOf(suite, 'metrics');
        for (const fault of [{ status: 500 }, { status: 200, body: '<html>' }, { status: 200 }]) {
          await testNetwork.fail({ method, path, action: 'status', ...fault, times: 20 });
          const { code, facts } = await caught(metrics(call(), id));
          expect([code, facts.credential]).toEqual(['network_unavailable', undefined]);
          await testNetwork.clearFaults();
        }
      });
    }

    if (readPostUrl) {
      it('a link in any form gives the id of its post, and no other link gives one', async () => {
        const { links } = conformance;
        if (!links) throw new Error('The conformance names no links.');
        const id = await publishPlain(conformance, fixture());
        const { posts, others } = links({ id, username: fixture().account.username });
        const wrong = posts.filter((link) => readPostUrl(new URL(link)) !== id);
        expect(wrong).toEqual([]);
        expect(others.filter((link) => readPostUrl(new URL(link)) !== null)).toEqual([]);
        expect((await findPost(fixture(), id)).id).toBe(id);
      });
    }

    if (removal) {
      it('a removal is accepted only with the network’s signature', async () => {
        const { signedRequest } = conformance;
        if (!signedRequest) throw new Error('The conformance has no signed request.');
        const { clock } = fixture();
        const { text, platformUserId } = await signedRequest(fixture());
        expect(removal.readSignedRequest(text, clock.now())).toMatchObject({ ok: true, platformUserId });
        const [signature = '', payload = ''] = text.split('.');
        const turned = (part: string) => (part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`);
        const forged = [
          `${turned(signature)}.${payload}`,
          `${signature}.${turned(payload)}`,
          signature,
          '',
          text.slice(0, -3),
        ];
        expect(forged.filter((each) => removal.readSignedRequest(each, clock.now()).ok)).toEqual([]);
      });
    }
  });
}
