import { type AccountCall, type Credential, Secret } from '@fanfare/network';
import { beforeEach, expect, test } from 'vitest';
import { refusal, unreachable, useRenewal } from './use-renewal.ts';

const checked: AccountCall[] = [];
let answer: () => Promise<void> = async () => undefined;
const use = useRenewal({
  async checkCredential(call) {
    checked.push(call);
    await answer();
  },
});

beforeEach(() => {
  checked.length = 0;
  answer = async () => undefined;
});

/** A key of a hub: nothing refreshes it, and it never expires. */
const key: Credential = {
  accessToken: new Secret('the key of a hub'),
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes: [],
};
const ACTIVE = { status: 'active', reason: null, version: 1, failures: 0, doubt: false, leased: false, kept: false };

test('a refused credential that the network confirms is used again, and the account stays as it was', async () => {
  const owner = await use.account({ credential: key });
  const opened = await use.server().open(owner, key);
  expect(opened).toMatchObject({ state: 'open', account: { username: 'ada' } });
  expect(checked.map(({ credential }) => credential.accessToken.reveal())).toEqual(['the key of a hub']);
  expect([await use.read(owner), use.network.spentTokens]).toEqual([ACTIVE, []]);
});

test('one that was confirmed and refused again is not asked about a second time, and ends nothing', async () => {
  const owner = await use.account({ credential: key });
  expect(await use.server().open(owner, key, { renewed: true })).toMatchObject({ state: 'open' });
  expect([checked, await use.read(owner)]).toEqual([[], ACTIVE]);
});

test('one that the network refuses again when it is asked ends the account as revoked', async () => {
  const owner = await use.account({ credential: key });
  answer = () => Promise.reject(refusal());
  expect(await use.server().open(owner, key)).toMatchObject({ state: 'not_active', reason: 'revoked_by_user' });
  expect(await use.read(owner)).toMatchObject({ status: 'revoked', reason: 'revoked_by_user', version: null });
});

test('one that the network cannot be asked about changes nothing', async () => {
  const owner = await use.account({ credential: key });
  answer = () => Promise.reject(unreachable());
  expect(await use.server().open(owner, key)).toMatchObject({
    state: 'unavailable',
    error: { code: 'network_unavailable', outcome: 'not_sent' },
  });
  expect(await use.read(owner)).toEqual(ACTIVE);
});
