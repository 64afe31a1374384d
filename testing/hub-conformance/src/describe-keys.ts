import { caught } from '@fanfare/network-conformance/parts';
import { describe, expect, it } from 'vitest';
import { startElsewhere } from './elsewhere.ts';
import { aCarousel, type HubSuite } from './suite.ts';

/** Describes the use of the key. That it goes nowhere else is checked after every test. */
export function describeKeys({ testHub, fixture }: HubSuite): void {
  const { moveUploads } = testHub;

  describe('the key and the images', () => {
    it('go to the origins that were checked when the account was connected', async () => {
      const { adapter, call, requests, secrets, user } = fixture();
      const before = requests.length;
      await adapter.publish.prepare(call(), aCarousel(testHub));
      const keyed = requests
        .slice(before)
        .filter(({ headers }) => secrets.some((key) => JSON.stringify(headers).includes(key)));
      expect(keyed).not.toEqual([]);
      expect(keyed.filter(({ url }) => !user.site.keyOrigins.includes(url.origin))).toEqual([]);
    });

    if (!moveUploads) return;
    it('do not go to an address that the hub names later', async () => {
      const elsewhere = await startElsewhere();
      const { adapter, call } = fixture();
      await moveUploads(`${elsewhere.url}/media`);
      const { code, outcome, facts } = await caught(adapter.publish.prepare(call(), aCarousel(testHub)));
      expect([code, outcome, facts.credential]).toEqual(['permission_missing', 'not_sent', undefined]);
      expect(facts.remedy).toMatch(/\S/);
      expect(elsewhere.arrived).toEqual([]);
    });
  });
}
