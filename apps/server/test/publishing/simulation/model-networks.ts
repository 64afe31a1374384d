import { contract, type Platform } from '@fanfare/contract';
import { type OAuthAdapter, Secret } from '@fanfare/network';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { createLinkedin, LINKEDIN_DEFAULTS, LINKEDIN_PAGE_SCOPES, linkedinVersions } from '@fanfare/network-linkedin';
import { createThreads, THREADS_DEFAULTS } from '@fanfare/network-threads';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import type { Networks } from '../../../src/config/networks.ts';
import { type SealedAdapter, sealAdapter } from '../../../src/writes/seal-adapter.ts';
import { createSlugPublish } from './slug-adapter.ts';

const APP = { clientId: 'app', clientSecret: new Secret('secret') };

const ADAPTERS: readonly OAuthAdapter[] = [
  createInstagram({ ...INSTAGRAM_DEFAULTS, versions: instagramVersions(), ...APP }),
  createX({ ...X_DEFAULTS, ...APP }),
  createLinkedin({ ...LINKEDIN_DEFAULTS, scopes: LINKEDIN_PAGE_SCOPES, versions: linkedinVersions(), ...APP }),
  // No existing network is like this; it is like Instagram, except that its comments are
  // containers.
  { ...createThreads({ ...THREADS_DEFAULTS, ...APP }), publish: createSlugPublish() },
];
const SEALED = new Map<Platform, SealedAdapter>(ADAPTERS.map((adapter) => [adapter.platform, sealAdapter(adapter)]));

const notModelled = () => Promise.reject(new Error('Hubs are not part of the model.'));

/** The real adapters, and one more whose reads prove that nothing was published. */
export const modelNetworks: Networks = {
  contract,
  platforms: ADAPTERS.map(({ platform }) => platform),
  nameOf: (platform) => platform,
  adapterOf: (platform) => SEALED.get(platform),
  rulesOf: (platform) => SEALED.get(platform)?.rules,
  isConfigured: (platform) => SEALED.has(platform),
  origins: [],
  hub: { connectHub: notModelled, findHome: notModelled, listSpaces: notModelled },
};
