import { type CallCountdown, createCallCountdown } from '../call-countdown.ts';
import type { AppRegistration, SandboxContext } from '../simulator.ts';
import type { Community, XMedia, XPost } from './content.ts';
import { defaultApp, defaultCommunities, defaultPeople } from './defaults.ts';
import { createIds } from './ids.ts';
import { createPostShelf, type PostShelf } from './posts/post-shelf.ts';
import { defaultSettings, type XSettings } from './settings.ts';

export type XPerson = {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  tier: 'None' | 'Basic' | 'Premium' | 'PremiumPlus';
  isProtected: boolean;
  isSuspended: boolean;
};

/** One person's grant to one app. Each refresh continues the same grant. */
export type Grant = {
  readonly clientId: string;
  readonly personId: string;
  scopes: readonly string[];
  isRevoked: boolean;
};

export type AuthorizationCode = {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly expiresAtMs: number;
};

export type Token = { readonly grant: Grant; expiresAtMs: number };

export type Bucket = { used: number; resetsAtMs: number };

export type XState = {
  readonly apps: Map<string, AppRegistration>;
  readonly people: Map<string, XPerson>;
  readonly communities: ReadonlyMap<string, Community>;
  readonly codes: Map<string, AuthorizationCode>;
  readonly accessTokens: Map<string, Token>;
  readonly refreshTokens: Map<string, Token>;
  readonly media: Map<string, XMedia>;
  readonly posts: PostShelf<XPost>;
  readonly buckets: Map<string, Bucket>;
  /** `{author} {reader}`, by id: who has blocked whom. */
  readonly blocks: Set<string>;
  readonly countdown: CallCountdown;
  chargedMicroUsd: number;
  settings: XSettings;
};

/** The whole state that the endpoints of X read and change. A reset replaces `state` as a whole. */
export type XWorld = Pick<SandboxContext, 'clock' | 'urlOf' | 'blobs' | 'randomHex'> & {
  readonly nextId: () => string;
  state: XState;
};

export function createWorld(context: SandboxContext): XWorld {
  const { clock, urlOf, blobs, randomHex } = context;
  return { clock, urlOf, blobs, randomHex, nextId: createIds(clock), state: createState() };
}

export function createState(): XState {
  return {
    apps: new Map([[defaultApp.clientId, defaultApp]]),
    people: new Map(defaultPeople().map((person) => [person.id, person])),
    communities: new Map(defaultCommunities.map((community) => [community.id, community])),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    media: new Map(),
    posts: createPostShelf(),
    buckets: new Map(),
    blocks: new Set(),
    countdown: createCallCountdown(),
    chargedMicroUsd: 0,
    settings: defaultSettings(),
  };
}

export function personByUsername(state: XState, username: string): XPerson | null {
  const wanted = username.toLowerCase();
  for (const person of state.people.values()) if (person.username.toLowerCase() === wanted) return person;
  return null;
}
