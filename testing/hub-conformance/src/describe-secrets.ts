import { NetworkError } from '@fanfare/network';
import { echo, printed, secretsIn } from '@fanfare/network-conformance/parts';
import { describe, expect, it } from 'vitest';
import { reach } from './reach.ts';
import type { HubSuite } from './suite.ts';

/** No error, cause or log line contains the key, whatever the hub says. */
export function describeSecrets(suite: HubSuite): void {
  const { conformance, testHub, fixture } = suite;

  describe('the key stands in no error', () => {
    it.each(Object.entries(conformance.edges))('of %s', async (_name, edge) => {
      const { method, path } = edge;
      const { secrets, lines } = fixture();
      const errors: Error[] = [];
      for (const status of [200, 400, 401, 403, 404, 429, 500]) {
        const run = await reach(suite, edge);
        const { body } = echo(status, secrets);
        const own = { ...Object(body), code: 'rest_error', data: { status } };
        for (const said of [body, own]) {
          await testHub.fail({ method, path, action: 'status', status, body: said, times: 40 });
          await run().catch((error: unknown) => {
            if (!(error instanceof NetworkError)) throw error;
            errors.push(error);
          });
          await testHub.clearFaults();
        }
      }
      expect(errors).not.toEqual([]);
      expect(secretsIn(printed(errors, lines, fixture().hubCall().apiKey), secrets)).toEqual([]);
    });
  });
}
