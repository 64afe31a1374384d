import { describe, expect, it } from 'vitest';
import { reach } from './reach.ts';
import type { Suite } from './suite.ts';

/** Enough for all of an adapter's own repetitions. */
const EVERY_TIME = 40;

/** Answers of proxies and gateways. None of them is an error of the network. */
export const IN_BETWEEN_ANSWERS: readonly (readonly [title: string, body: unknown])[] = [
  ['a page', '<html><head><title>401 Authorization Required</title></head></html>'],
  ['nothing', ''],
  ['a sentence of a gateway', { message: 'Unauthorized' }],
  ['an empty object', {}],
];

/** Only the network's own error ends an account: no 401 of a proxy does, on any edge. */
export function describeInBetween(suite: Suite): void {
  const { conformance, fixture } = suite;

  describe.each(Object.entries(conformance.edges))('401 of a proxy or gateway, on %s', (_name, edge) => {
    it.each(IN_BETWEEN_ANSWERS)('with %s leaves the account as it is', async (_title, body) => {
      const run = await reach(suite, edge);
      const { method, path } = edge;
      await fixture().testNetwork.fail({ method, path, action: 'status', status: 401, body, times: EVERY_TIME });
      const { code, credential } = await run();
      expect([code === 'credential_rejected', credential]).toEqual([false, null]);
    });
  });
}
