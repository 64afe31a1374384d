import { describe, expect, it } from 'vitest';
import { caught } from './caught.ts';
import { REDIRECT_URI } from './fixture.ts';
import { echo, printed, secretsIn } from './printed.ts';
import { subjectOf } from './subject.ts';
import { edgeOf, type Suite, writesOf } from './suite.ts';

/** No error, cause or log contains a token, code or key, whatever the network answers. */
export function describeSecrets(suite: Suite): void {
  const { adapter, conformance, fixture } = suite;

  const silent = (errors: readonly Error[]) => {
    const { secrets, lines, credential } = fixture();
    expect(secretsIn(printed(errors, lines, credential), secrets)).toEqual([]);
    expect(secrets.length).toBeGreaterThan(1);
  };

  describe('secrets', () => {
    it.each(writesOf(suite))('are in no error of %s', async (name) => {
      const { call, testNetwork, secrets } = fixture();
      const subject = await subjectOf(conformance, fixture(), name);
      const prepared = await subject.prepare(call());
      const { method, path } = edgeOf(suite, name);
      const errors: Error[] = [];
      for (const status of [200, 400, 401, 403, 500]) {
        await testNetwork.fail({ method, path, action: 'status', ...echo(status, secrets) });
        errors.push(await caught(subject.send(call(), prepared)));
      }
      await testNetwork.fail({ method, path, action: 'drop_before' });
      errors.push(await caught(subject.send(call(), prepared)));
      errors.push(await caught(subject.send(call({ nowhere: true }), prepared)));
      silent(errors);
    });

    it('are in no error of connecting, renewing and revoking', async () => {
      const { call, callback, codeVerifier, clock, credential, testNetwork, secrets } = fixture();
      const { connect } = adapter;
      const code = callback.get('code') ?? '';
      const errors: Error[] = [];
      clock.advance(2 * 86_400_000);
      for (const [name, run] of [
        ['exchange', () => connect.exchange(call(), { code, redirectUri: REDIRECT_URI, codeVerifier })],
        ['profiles', () => connect.profiles(call(), credential)],
        ...(connect.refresh ? [['refresh', () => connect.refresh?.(call(), credential)] as const] : []),
        ...(adapter.revoke ? [['revoke', () => adapter.revoke?.(call())] as const] : []),
      ] as const) {
        const { method, path } = edgeOf(suite, name);
        // Any 200 to a revocation is a success.
        for (const status of name === 'revoke' ? [400, 401, 500] : [200, 400, 401, 500]) {
          await testNetwork.fail({ method, path, action: 'status', ...echo(status, secrets), times: 20 });
          errors.push(await caught(Promise.resolve(run())));
          await testNetwork.clearFaults();
        }
        await testNetwork.fail({ method, path, action: 'drop_before', times: 20 });
        errors.push(await caught(Promise.resolve(run())));
        await testNetwork.clearFaults();
      }
      silent(errors);
    });
  });
}
