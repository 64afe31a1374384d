import { type Credential, NetworkError, Secret } from '@fanfare/network';
import { expect, test } from 'vitest';
import type { OpenCredential, OpenedCredential } from '../../../src/accounts/credentials/open-credential.ts';
import { credentialRefusal, withCredential } from '../../../src/accounts/credentials/with-credential.ts';
import { createLogger } from '../../../src/process/log/log.ts';

const log = createLogger('silent', () => undefined);
const opened = (token: string): OpenedCredential => {
  const credential: Credential = {
    accessToken: new Secret(token),
    refreshToken: null,
    expiresAt: null,
    refreshExpiresAt: null,
    scopes: [],
  };
  return { state: 'open', credential, account: { platformUserId: '1', username: 'ada', otherIds: [] } };
};
const refused = new NetworkError({ code: 'credential_rejected', outcome: 'rejected', message: 'No.' });

/**
 * Uses credentials that the network refuses, with the next of `answers` each time. Returns the used
 * tokens and the result.
 */
async function useRefused(...answers: readonly OpenedCredential[]) {
  const used: string[] = [];
  let networkStatuses = 0;
  const openCredential: OpenCredential = async () => answers[networkStatuses++]!;
  const end = await withCredential<NetworkError>(
    { openCredential, log },
    { projectId: 'project', accountId: 'account' },
    {
      async run({ credential }) {
        used.push(credential.accessToken.reveal());
        return refused;
      },
      refusalIn: credentialRefusal,
    },
  );
  return { used, end };
}

test('a credential that was renewed and refused again is final, even when a newer one is stored meanwhile', async () => {
  const { used, end } = await useRefused(opened('first'), opened('second'), opened('third'));
  expect(used).toEqual(['first', 'second']);
  expect(end).toMatchObject({ state: 'used', result: refused });
});

test('an account that was disconnected meanwhile is reported as not active, not as refused by the network', async () => {
  const gone: OpenedCredential = { state: 'not_active', reason: 'disconnected', message: 'The account is revoked.' };
  const { used, end } = await useRefused(opened('first'), gone);
  expect(used).toEqual(['first']);
  expect(end).toMatchObject({ state: 'not_open', error: { code: 'account_not_active' }, last: refused });
});
