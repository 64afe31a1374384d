import type { OAuthPlatform, Platform } from '@fanfare/contract';
import { type ApiVersions, type OAuthAdapter, Secret, type VersionStep } from '@fanfare/network';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { createLinkedin, LINKEDIN_DEFAULTS, linkedinVersions } from '@fanfare/network-linkedin';
import { createThreads, THREADS_DEFAULTS } from '@fanfare/network-threads';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import type { ContentRules } from '@fanfare/rules';
import type { Environment } from './config.ts';

/** One network of this installation. */
export type Network = {
  readonly adapter: OAuthAdapter;
  /** False until the operator has given the app credentials: rules work, connecting does not. */
  readonly configured: boolean;
  /** Origins the operator chose for it; exempt from the private-address rule. */
  readonly origins: readonly string[];
  /** Absent where the network's API has no versions that end. */
  readonly versions?: ApiVersions;
};

export type Networks = {
  readonly platforms: readonly Platform[];
  adapterOf(platform: Platform): OAuthAdapter | undefined;
  rulesOf(platform: Platform): ContentRules | undefined;
  isConfigured(platform: Platform): boolean;
  readonly origins: readonly string[];
  /** Of the networks whose API has versions that end. */
  readonly apiVersions?: readonly ApiVersions[];
};

/** The networks as a list: adding one means adding an entry. */
export function createNetworks(list: readonly Network[]): Networks {
  const byPlatform = new Map<Platform, Network>(list.map((network) => [network.adapter.platform, network]));
  return {
    platforms: [...byPlatform.keys()],
    adapterOf: (platform) => byPlatform.get(platform)?.adapter,
    rulesOf: (platform) => byPlatform.get(platform)?.adapter.rules,
    isConfigured: (platform) => byPlatform.get(platform)?.configured ?? false,
    origins: list.flatMap((network) => network.origins),
    apiVersions: list.flatMap(({ versions }) => versions ?? []),
  };
}

/**
 * The four networks with the installation's addresses and app credentials; what is not set is the real network's. `onVersionStep` hears when a
 * network has ended an API version and the next one is asked for.
 */
export function networksFromEnvironment(
  env: Environment,
  onVersionStep: (step: VersionStep) => void = () => {},
): Networks {
  const instagram = {
    ...INSTAGRAM_DEFAULTS,
    ...present({
      wwwUrl: env.INSTAGRAM_WWW_URL,
      apiUrl: env.INSTAGRAM_API_URL,
      graphUrl: env.INSTAGRAM_GRAPH_URL,
    }),
    versions: instagramVersions({ wanted: env.INSTAGRAM_GRAPH_VERSION, onStep: onVersionStep }),
    clientId: env.INSTAGRAM_CLIENT_ID,
    clientSecret: new Secret(env.INSTAGRAM_CLIENT_SECRET),
  };
  const threads = {
    ...THREADS_DEFAULTS,
    ...present({ wwwUrl: env.THREADS_WWW_URL, graphUrl: env.THREADS_GRAPH_URL }),
    clientId: env.THREADS_CLIENT_ID,
    clientSecret: new Secret(env.THREADS_CLIENT_SECRET),
  };
  const x = {
    ...X_DEFAULTS,
    ...present({ apiUrl: env.X_API_URL, webUrl: env.X_WEB_URL }),
    clientId: env.X_CLIENT_ID,
    // Public clients have no secret.
    clientSecret: env.X_CLIENT_SECRET === '' ? null : new Secret(env.X_CLIENT_SECRET),
  };
  const linkedin = {
    ...LINKEDIN_DEFAULTS,
    ...present({
      apiUrl: env.LINKEDIN_API_URL,
      wwwUrl: env.LINKEDIN_WWW_URL,
      scopes: env.LINKEDIN_SCOPES?.split(/[ ,]+/).filter((scope) => scope !== ''),
    }),
    versions: linkedinVersions({ wanted: env.LINKEDIN_VERSION, onStep: onVersionStep }),
    clientId: env.LINKEDIN_CLIENT_ID,
    clientSecret: new Secret(env.LINKEDIN_CLIENT_SECRET),
  };
  const configured = (platform: OAuthPlatform, settings: { clientId: string; clientSecret: Secret | null }) =>
    settings.clientId !== '' && (platform === 'x' || settings.clientSecret?.reveal() !== '');
  return createNetworks([
    {
      adapter: createInstagram(instagram),
      configured: configured('instagram', instagram),
      origins: originsOf(instagram.wwwUrl, instagram.apiUrl, instagram.graphUrl),
      versions: instagram.versions,
    },
    {
      adapter: createThreads(threads),
      configured: configured('threads', threads),
      origins: originsOf(threads.wwwUrl, threads.graphUrl),
    },
    { adapter: createX(x), configured: configured('x', x), origins: originsOf(x.apiUrl, x.webUrl) },
    {
      adapter: createLinkedin(linkedin),
      configured: configured('linkedin', linkedin),
      origins: originsOf(linkedin.apiUrl, linkedin.wwwUrl),
      versions: linkedin.versions,
    },
  ]);
}

const originsOf = (...urls: string[]): string[] => [...new Set(urls.map((text) => new URL(text).origin))];

/** Without the entries that are not set, so that they do not hide a default. */
function present<T extends Record<string, unknown>>(settings: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
