import { caught } from '@fanfare/network-conformance/parts';
import { describe, expect, it } from 'vitest';
import { startElsewhere } from './elsewhere.ts';
import { connectWith } from './hub-fixture.ts';
import { PLAIN, publishWhole } from './publish-subject.ts';
import type { HubSuite } from './suite.ts';

/** Connecting by a key, and the life of a key. */
export function describeConnecting({ testHub, fixture }: HubSuite): void {
  const { driver } = testHub;

  describe('connecting', () => {
    it('finds the hub and the user, makes nothing, and works with what it found', async () => {
      const { user, sent } = fixture();
      expect(user.remoteId).not.toBe('');
      expect(user.site.apiUrl).toMatch(/^https?:/);
      expect(new URL(user.site.apiUrl).origin).toBe(new URL(testHub.url).origin);
      expect(user.site.keyOrigins).toContain(new URL(user.site.apiUrl).origin);
      expect(sent.filter(({ effect }) => effect === 'public')).toEqual([]);
      expect([await testHub.posts(), await testHub.leftovers()]).toEqual([[], 0]);
      await publishWhole(fixture());
    });

    it('finds the same user again by another key', async () => {
      const { io, user } = fixture();
      expect(await connectWith(testHub, io, await testHub.makeKey())).toEqual({ ok: true, user });
    });

    it('does not accept a key that the hub does not know', async () => {
      const { io, given } = fixture();
      const { code, outcome } = await caught(connectWith(testHub, io, { ...given, apiKey: 'not-a-key-of-this-hub' }));
      expect([code, outcome]).toEqual(['credential_rejected', 'rejected']);
    });

    it('says that no such hub is at the address of another server', async () => {
      const { url } = await startElsewhere();
      // Not with the key of the fixture: it must not leave its origins.
      const found = connectWith(testHub, fixture().io, { username: 'ann', apiKey: 'a-key-of-nobody' }, url);
      expect((await caught(found)).code).toBe('content_rejected');
    });

    const { makeKeyWithoutRights } = testHub;
    if (makeKeyWithoutRights) {
      it('names the right that the user of a key lacks', async () => {
        const answer = await connectWith(testHub, fixture().io, await makeKeyWithoutRights());
        expect(answer).toEqual({ ok: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
      });
    }
  });

  describe('the key', () => {
    it('has not ended while it works', () => driver.checkKey(fixture().hubCall()));

    it('has ended when the hub says so, for a check, a publish and the list of spaces alike', async () => {
      const { adapter, call, hubCall } = fixture();
      const run = call();
      const prepared = await adapter.publish.prepare(run, PLAIN);
      await testHub.endKeys();
      const runs = [
        () => driver.checkKey(hubCall()),
        () => adapter.publish.send(run, prepared),
        // Whoever may look at a hub without a key still may: only hubs that list their spaces need
        // one.
        ...('list' in driver.spaces ? [() => adapter.listSpaces(call(), { q: null, limit: 1, offset: 0 })] : []),
      ];
      for (const refused of runs) {
        const { code, outcome, facts } = await caught(refused());
        expect([code, outcome, facts.credential]).toEqual(['credential_rejected', 'rejected', 'revoked']);
      }
      expect(await testHub.posts()).toEqual([]);
    });

    const { deleteKey } = driver;
    if (deleteKey) {
      it('deletes itself, which is a success again afterwards', async () => {
        const { hubCall } = fixture();
        await deleteKey(hubCall());
        expect((await caught(driver.checkKey(hubCall()))).code).toBe('credential_rejected');
        await deleteKey(hubCall());
      });
    }
  });
}
