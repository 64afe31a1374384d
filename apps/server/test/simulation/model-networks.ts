import { contract, type Platform } from '@fanfare/contract';
import { type OAuthAdapter, Secret } from '@fanfare/network';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { createLinkedin, LINKEDIN_DEFAULTS, LINKEDIN_PAGE_SCOPES, linkedinVersions } from '@fanfare/network-linkedin';
import { createThreads, THREADS_DEFAULTS } from '@fanfare/network-threads';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import type { Networks } from '../../src/networks.ts';
import { createSlugPublish } from './slug-adapter.ts';

const APP = { clientId: 'app', clientSecret: new Secret('secret') };

const ADAPTERS = new Map<Platform, OAuthAdapter>([
  ['instagram', createInstagram({ ...INSTAGRAM_DEFAULTS, versions: instagramVersions(), ...APP })],
  ['x', createX({ ...X_DEFAULTS, ...APP })],
  [
    'linkedin',
    createLinkedin({ ...LINKEDIN_DEFAULTS, scopes: LINKEDIN_PAGE_SCOPES, versions: linkedinVersions(), ...APP }),
  ],
  // Nobody has such a network yet; it stands in the place of one that is much like Instagram, but for its comments: those are containers.
  ['threads', { ...createThreads({ ...THREADS_DEFAULTS, ...APP }), publish: createSlugPublish() }],
]);

/** The real adapters, and one more whose reads tell for sure that nothing was published. */
export const modelNetworks: Networks = {
  contract,
  platforms: [...ADAPTERS.values()].map(({ platform }) => platform),
  nameOf: (platform) => platform,
  adapterOf: (platform) => ADAPTERS.get(platform),
  rulesOf: (platform) => ADAPTERS.get(platform)?.rules,
  isConfigured: (platform) => ADAPTERS.has(platform),
  origins: [],
};
