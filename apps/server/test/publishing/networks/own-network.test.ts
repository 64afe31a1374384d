import { contract, type OAuthPlatform } from '@fanfare/contract';
import { type Network, type OAuthAdapter, Secret } from '@fanfare/network';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import type { ContentRules } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { createNetworks } from '../../../src/config/networks.ts';
import { notConfigured } from '../../../src/http/not-configured.ts';

const x = createX({ ...X_DEFAULTS, clientId: 'app', clientSecret: new Secret('secret') });
const network = (adapter: OAuthAdapter): Network => ({ name: 'X', adapter, configured: true, origins: [] });

/**
 * A network that only one installation has. The shipped types do not have its name; JavaScript has
 * no types at all.
 */
function own(platform: string, rules: Partial<ContentRules> = { platform } as object): Network {
  const named = { platform, rules: { ...x.rules, rules: [], files: [], ...rules } } as unknown as OAuthAdapter;
  return { ...network({ ...x, ...named }), name: 'Pigeon Post' };
}

test('with the specification’s networks alone the contract stays as shipped', () => {
  const networks = createNetworks([network(x)]);
  expect(networks.contract).toBe(contract);
  expect([networks.nameOf('x'), networks.nameOf('threads')]).toEqual(['X', 'threads']);
});

test('requests may name an installation’s own network besides the specification’s platforms', () => {
  const networks = createNetworks([network(x), own('pigeon')]);
  expect(networks.platforms).toEqual(['x', 'pigeon']);
  const { body } = networks.contract.accounts.connect;
  expect(['x', 'pigeon', 'instagram', 'hub'].map((platform) => body.safeParse({ platform }).success)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test.each([
  ['the name does not fit an address', [own('Pigeon Post')], /cannot be the name of a network/],
  ['the name is reserved for hubs', [own('hub')], /cannot be the name of a network/],
  ['two networks have the same name', [own('pigeon'), own('pigeon')], 'Two networks have the same platform name.'],
  ['its rules are another network’s', [own('pigeon', {})], 'The network pigeon has the rules of x.'],
  [
    'a rule of files has another network’s name',
    [own('pigeon', { platform: 'pigeon', files: x.rules.files } as object)],
    'The rule x.file.type of pigeon must begin with "pigeon.".',
  ],
  [
    'a rule has another network’s name',
    [own('pigeon', { platform: 'pigeon', rules: x.rules.rules } as object)],
    'The rule x.content.empty of pigeon must begin with "pigeon.".',
  ],
])('the start ends with one sentence when %s', (_name, list, message) => {
  expect(() => createNetworks(list)).toThrow(message);
});

test('a missing setup names the network, and only a shipped one has a documentation page', () => {
  const messages = ['x', 'pigeon'].map((platform) => notConfigured(platform as OAuthPlatform).message);
  expect(messages).toEqual([
    'x is not set up on this installation: its operator has not given the app credentials (docs/networks/x.md).',
    'pigeon is not set up on this installation: its operator has not given the app credentials.',
  ]);
});
