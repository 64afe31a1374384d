import {
  type Contract,
  contractFor,
  fieldNames,
  type HubType,
  type OAuthPlatform,
  type Platform,
  TargetRequestSchema,
} from '@fanfare/contract';
import { createHubAdapter, type HubAdapter, type HubDriver } from '@fanfare/hub';
import { createMicropub } from '@fanfare/hub-micropub';
import { createWordpress } from '@fanfare/hub-wordpress';
import { type ApiVersions, type Network, Secret, storableAdapter, type VersionStep } from '@fanfare/network';
import { createInstagram, INSTAGRAM_DEFAULTS, instagramVersions } from '@fanfare/network-instagram';
import { createLinkedin, LINKEDIN_DEFAULTS, linkedinVersions } from '@fanfare/network-linkedin';
import { createThreads, THREADS_DEFAULTS } from '@fanfare/network-threads';
import { createX, X_DEFAULTS } from '@fanfare/network-x';
import type { ContentRules } from '@fanfare/rules';
import { type SealedAdapter, sealAdapter } from '../writes/seal-adapter.ts';
import { ConfigError, type Settings } from './config.ts';
import type { Environment } from './environment.ts';

export type Networks = {
  readonly contract: Contract;
  readonly platforms: readonly OAuthPlatform[];
  nameOf(platform: Platform): string;
  adapterOf(platform: Platform): SealedAdapter | undefined;
  /** Connects hubs and reads their spaces; writes are in `adapterOf('hub')`. */
  readonly hub: Pick<HubAdapter, 'connectHub' | 'findHome' | 'listSpaces'>;
  rulesOf(platform: Platform): ContentRules | undefined;
  isConfigured(platform: Platform): boolean;
  readonly origins: readonly string[];
  readonly apiVersions?: readonly ApiVersions[];
};

/**
 * Returns the networks that an installation adds. Called once at the start. `settings` are the
 * variables that the server does not use itself; `onVersionStep` is for networks that retire API
 * versions (`createApiVersions`).
 */
export type AddNetworks = (given: {
  readonly settings: Settings;
  readonly onVersionStep: (step: VersionStep) => void;
}) => readonly Network[];

/** Returns drivers for further kinds of hubs. Called once at the start. */
export type AddHubDrivers = (given: { readonly settings: Settings }) => readonly HubDriver[];

const SHIPPED_HUB_DRIVERS: readonly HubDriver[] = [createWordpress(), createMicropub()];

/**
 * Indexes a list of networks. Hubs are one network with a driver for each kind (`hubTypes`). Throws
 * ConfigError for an invalid list.
 */
export function createNetworks(
  list: readonly Network[],
  hub: HubAdapter = hubsWith([]),
  hubTypes: readonly HubType[] = [],
): Networks {
  for (const network of list) checkNetwork(network);
  const named = [...list, { name: 'Hub', adapter: hub, configured: true }];
  const byPlatform = new Map(
    named.map(({ name, adapter, configured }) => {
      return [adapter.platform as Platform, { name, configured, adapter: sealAdapter(storableAdapter(adapter)) }];
    }),
  );
  if (byPlatform.size < named.length) throw new ConfigError('Two networks have the same platform name.');
  const platforms = list.map(({ adapter }) => adapter.platform);
  const textCounts = list.map(({ adapter }) => adapter.rules.limits.text.countedAs);
  return {
    contract: contractFor({ platforms, textCounts, hubTypes, options: { ...hub.rules.options, ...blocksOf(list) } }),
    platforms,
    hub,
    nameOf: (platform) => byPlatform.get(platform)?.name ?? platform,
    adapterOf: (platform) => byPlatform.get(platform)?.adapter,
    rulesOf: (platform) => byPlatform.get(platform)?.adapter.rules,
    isConfigured: (platform) => byPlatform.get(platform)?.configured ?? false,
    origins: list.flatMap((network) => network.origins),
    apiVersions: list.flatMap(({ versions }) => versions ?? []),
  };
}

/** Creates the adapter of hubs. Users see the service's name in the list of their keys. */
const hubsWith = (drivers: readonly HubDriver[]): HubAdapter => createHubAdapter({ drivers, serviceName: 'Fanfare' });

/** The blocks of options of networks, by their names. */
const blocksOf = (list: readonly Network[]) =>
  Object.fromEntries(
    list.flatMap(({ adapter: { platform, rules } }) => {
      const block = rules.options?.[platform as keyof typeof rules.options];
      return block ? [[platform, block]] : [];
    }),
  );

/** Throws at the start for what would fail during a connect flow or a post. */
function checkNetwork({ adapter: { platform, rules } }: Network): void {
  // The name is part of addresses (`/oauth/{platform}/callback`), rule names and database rows.
  if (!/^(?!hub$)[a-z][a-z0-9_]{0,31}$/.test(platform))
    throw new ConfigError(
      `"${platform}" cannot be the name of a network: 1 to 32 of a-z, 0-9 and _, a letter first, and not "hub".`,
    );
  if (rules.platform !== platform) throw new ConfigError(`The network ${platform} has the rules of ${rules.platform}.`);
  const misnamed = [...rules.rules, ...(rules.files ?? [])].find(({ name }) => !name.startsWith(`${platform}.`));
  if (misnamed) throw new ConfigError(`The rule ${misnamed.name} of ${platform} must begin with "${platform}.".`);
}

/** Checks the type, which is part of requests, responses and database rows. */
function checkHubDriver({ type, options }: HubDriver, platforms: readonly string[]): void {
  if (!/^[a-z][a-z0-9_.]{0,31}$/.test(type))
    throw new ConfigError(`"${type}" cannot be the type of a hub: 1 to 32 of a-z, 0-9, _ and ., a letter first.`);
  // Its block of options stands in the target, beside those of platforms.
  if (options && [...platforms, ...fieldNames(TargetRequestSchema)].includes(type))
    throw new ConfigError(
      `A hub driver with options cannot have the type "${type}": targets have such a field already.`,
    );
}

export type Added = { readonly networks: readonly Network[]; readonly hubDrivers: readonly HubDriver[] };

/** Creates the shipped networks, then those that the installation adds. */
export function networksFromEnvironment(
  env: Environment,
  onVersionStep: (step: VersionStep) => void = () => {},
  added: Added = { networks: [], hubDrivers: [] },
): Networks {
  const list = [...shippedNetworks(env, onVersionStep), ...added.networks];
  const platforms = list.map(({ adapter }) => adapter.platform);
  for (const driver of added.hubDrivers) checkHubDriver(driver, platforms);
  const drivers = [...SHIPPED_HUB_DRIVERS, ...added.hubDrivers];
  const types = drivers.map(({ type }) => type);
  if (new Set(types).size < types.length) throw new ConfigError('Two hub drivers have the same type.');
  return createNetworks(list, hubsWith(drivers), types);
}

/**
 * Creates the shipped networks from the installation's credentials and addresses; the real
 * networks' by default. Calls `onVersionStep` when a network has ended an API version.
 */
function shippedNetworks(env: Environment, onVersionStep: (step: VersionStep) => void): readonly Network[] {
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
  return [
    {
      name: 'Instagram',
      adapter: createInstagram(instagram),
      configured: configured('instagram', instagram),
      origins: originsOf(instagram.wwwUrl, instagram.apiUrl, instagram.graphUrl),
      versions: instagram.versions,
    },
    {
      name: 'Threads',
      adapter: createThreads(threads),
      configured: configured('threads', threads),
      origins: originsOf(threads.wwwUrl, threads.graphUrl),
    },
    { name: 'X', adapter: createX(x), configured: configured('x', x), origins: originsOf(x.apiUrl, x.webUrl) },
    {
      name: 'LinkedIn',
      adapter: createLinkedin(linkedin),
      configured: configured('linkedin', linkedin),
      origins: originsOf(linkedin.apiUrl, linkedin.wwwUrl),
      versions: linkedin.versions,
    },
  ];
}

/** Lists addresses of the shipped networks that have app credentials. */
export const originsInUse = (env: Environment): readonly string[] =>
  shippedNetworks(env, () => {}).flatMap(({ configured, origins }) => (configured ? origins : []));

const originsOf = (...urls: string[]): string[] => [...new Set(urls.map((text) => new URL(text).origin))];

/** Omits unset entries, so that they do not hide a default. */
function present<T extends Record<string, unknown>>(settings: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
