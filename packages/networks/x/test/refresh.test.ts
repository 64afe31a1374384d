import { type Credential, Secret } from '@fanfare/network';
import { describe, expect, test } from 'vitest';
import { createX } from '../src/index.ts';
import { factsOf } from './facts-of.ts';
import { configFor, makeIo } from './make-call.ts';
import { formOf, type Reply, scriptedX } from './scripted-x.ts';
import { credential, revealed, TOKENS } from './tokens.ts';

async function refresh(reply: Reply, changes: Partial<Credential> = {}, clientSecret: Secret | null = new Secret('s')) {
  const server = await scriptedX(reply);
  const io = makeIo(server);
  const { connect } = createX(configFor(server, { clientSecret }));
  if (connect.refresh === undefined) throw new Error('X can renew tokens.');
  return { server, io, renewed: connect.refresh(io, { ...credential, ...changes }) };
}

describe('refresh', () => {
  test('of a public client sends its id in the body', async () => {
    const { server, renewed } = await refresh({ json: TOKENS }, {}, null);
    await renewed;
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(formOf(server.requests[0])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'old-refresh',
      client_id: 'client id',
    });
  });

  test.each([{ refresh_token: undefined }, { refresh_token: '' }])(
    'keeps the old token when given %j',
    async (changes) => {
      const { renewed } = await refresh({ json: { ...TOKENS, ...changes, scope: undefined } });
      expect(revealed(await renewed)).toMatchObject({ refreshToken: 'old-refresh', scopes: credential.scopes });
    },
  );

  test('without a refresh token fails before anything is sent', async () => {
    const { server, renewed } = await refresh({ json: TOKENS }, { refreshToken: null });
    expect(await factsOf(renewed)).toMatchObject({
      code: 'credential_rejected',
      outcome: 'not_sent',
      credential: 'expired',
    });
    expect(server.requests).toEqual([]);
  });
});
