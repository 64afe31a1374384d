import { type CallCountdown, createCallCountdown } from '../call-countdown.ts';
import type { SandboxContext } from '../simulator.ts';
import { createUploads, type Uploads } from './uploads.ts';

export const hubRoles = ['wordpress', 'micropub'] as const;

/** One of the two hubs. Each has its own address, people and spaces. */
export type HubRole = (typeof hubRoles)[number];

export type HubUser = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  /** The rights of the person: a role on WordPress, the scopes of the tokens on Micropub. */
  right: string;
};

/** An API key. Only its hash is kept. */
export type HubKey = {
  readonly uuid: string;
  readonly hash: string;
  readonly userId: number;
  readonly name: string;
  readonly createdAt: number;
  lastUsedAt: number | null;
};

export type ConnectCode = { readonly hash: string; readonly userId: number; readonly expiresAt: number };

/** An answer that is far too large, for the next calls whose path matches. */
export type OversizedAnswer = { readonly kind: 'gzip-bomb' | 'huge-json'; readonly path: RegExp; times: number };

/** The words of a hub about Hub Connect; null says the truth. */
export type ConnectSettings = {
  offered: boolean;
  exchange: string | null;
  apiUrl: string | null;
  type: string | null;
  defaultSpaceSlug: string | null;
};

/** Parts of both hubs: people, their keys and connect codes, and files. */
export type Hub = {
  readonly role: HubRole;
  readonly name: string;
  readonly tagline: string;
  readonly context: SandboxContext;
  /** Without a slash at its end. */
  readonly url: () => string;
  /** The value of `apiUrl` in an exchange. */
  readonly apiUrl: () => string;
  /** The name of a person for other programs. */
  readonly identityOf: (user: HubUser) => string;
  readonly newKey: () => string;
  readonly users: HubUser[];
  /** By hash. */
  readonly keys: Map<string, HubKey>;
  /** By the id of the user: a new code replaces the old one. */
  readonly codes: Map<number, ConnectCode>;
  /** Times of failed exchanges, by address. */
  readonly failedExchanges: Map<string, readonly number[]>;
  readonly uploads: Uploads;
  readonly countdown: CallCountdown;
  readonly oversized: OversizedAnswer[];
  connect: ConnectSettings;
};

type HubFacts = Pick<Hub, 'role' | 'name' | 'tagline' | 'context' | 'newKey'> & {
  readonly apiPath: string;
  readonly identityOf: (url: string, user: HubUser) => string;
};

export function createHubBase({ apiPath, identityOf, ...facts }: HubFacts): Hub {
  const url = () => facts.context.urlOf('hub', facts.role);
  return {
    ...facts,
    url,
    apiUrl: () => `${url()}${apiPath}`,
    identityOf: (user) => identityOf(url(), user),
    users: [],
    keys: new Map(),
    codes: new Map(),
    failedExchanges: new Map(),
    uploads: createUploads(),
    countdown: createCallCountdown(),
    oversized: [],
    connect: truthful(),
  };
}

export function emptyHub(hub: Hub): void {
  hub.users.length = 0;
  hub.keys.clear();
  hub.codes.clear();
  hub.failedExchanges.clear();
  hub.uploads.clear();
  hub.countdown.clear();
  hub.oversized.length = 0;
  hub.connect = truthful();
}

function truthful(): ConnectSettings {
  return { offered: true, exchange: null, apiUrl: null, type: null, defaultSpaceSlug: null };
}
