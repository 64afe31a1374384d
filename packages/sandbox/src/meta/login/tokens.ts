import type { SandboxClock } from '../../simulator.ts';
import type { GraphFailure } from '../graph/graph-answer.ts';

/** State of a token; all but `active` end it before its expiry. */
export type TokenState = 'active' | 'password_changed' | 'invalidated' | 'app_removed' | 'checkpointed' | 'unconfirmed';

export const tokenStates: readonly TokenState[] = [
  'active',
  'password_changed',
  'invalidated',
  'app_removed',
  'checkpointed',
  'unconfirmed',
];

export type Token = {
  readonly value: string;
  readonly kind: 'short' | 'long';
  readonly clientId: string;
  readonly username: string;
  scopes: readonly string[];
  issuedAt: number;
  expiresAt: number;
  /** A permission lasts 90 days (Meta, Threads long-lived tokens, checked 2026-10). */
  grantExpiresAt: number;
  state: TokenState;
};

type TokenGrant = Pick<Token, 'kind' | 'clientId' | 'username' | 'scopes'>;

export type Tokens = {
  issue(grant: TokenGrant): Token;
  /** Renews the lifetime of the same token. */
  renew(token: Token): Token;
  find(value: string): Token | undefined;
  ofProfile(username: string): readonly Token[];
  clear(): void;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The documented lifetime of a new long-lived token: a few hundred seconds less than 60 days. */
export const LONG_LIVED_SECONDS = 5_183_944;

export function createTokens(deps: {
  readonly clock: SandboxClock;
  readonly randomHex: (bytes: number) => string;
  readonly prefix: { readonly short: string; readonly long: string };
}): Tokens {
  const tokens = new Map<string, Token>();
  function lifeOf(kind: Token['kind']): Pick<Token, 'issuedAt' | 'expiresAt' | 'grantExpiresAt'> {
    const now = deps.clock.now();
    const lifeMs = kind === 'short' ? HOUR_MS : LONG_LIVED_SECONDS * 1000;
    return { issuedAt: now, expiresAt: now + lifeMs, grantExpiresAt: now + 90 * DAY_MS };
  }
  return {
    issue({ kind, clientId, username, scopes }) {
      const value = `${deps.prefix[kind]}${deps.randomHex(60)}ZD`;
      const token: Token = { value, kind, clientId, username, scopes, ...lifeOf(kind), state: 'active' };
      tokens.set(value, token);
      return token;
    },
    renew: (token) => Object.assign(token, lifeOf(token.kind)),
    find: (value) => tokens.get(value),
    ofProfile: (username) => [...tokens.values()].filter((token) => token.username === username),
    clear: () => tokens.clear(),
  };
}

/** The error of an invalid token, or null (Meta, error-handling guide, checked 2026-10). */
export function tokenFailure(token: Token | undefined, now: number): GraphFailure | null {
  if (!token) return { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' };
  if (token.state !== 'active') {
    const { subcode, why } = deadStates[token.state];
    return { code: 190, subcode, message: `Error validating access token: ${why(token)}` };
  }
  if (now < token.expiresAt) return null;
  return {
    code: 190,
    subcode: 463,
    message: `Error validating access token: Session has expired on ${graphDate(token.expiresAt)}. The current time is ${graphDate(now)}.`,
  };
}

const deadStates: Readonly<
  Record<Exclude<TokenState, 'active'>, { readonly subcode: number; readonly why: (token: Token) => string }>
> = {
  app_removed: {
    subcode: 458,
    why: (token) => `The user has not authorized application ${token.clientId}.`,
  },
  checkpointed: {
    subcode: 459,
    why: () => 'You cannot access the app till you log in to www.instagram.com and follow the instructions given.',
  },
  password_changed: {
    subcode: 460,
    why: () =>
      'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  },
  unconfirmed: {
    subcode: 464,
    why: () => 'Sessions for the user are not allowed because the user is not a confirmed user.',
  },
  invalidated: { subcode: 467, why: () => 'The session is invalid because the user logged out.' },
};

/** `Friday, 26-Sep-26 15:36:43 UTC`: the date format of Graph's messages. */
function graphDate(at: number): string {
  const date = new Date(at);
  const part = (options: Intl.DateTimeFormatOptions) => date.toLocaleString('en-US', { timeZone: 'UTC', ...options });
  const day = String(date.getUTCDate()).padStart(2, '0');
  const time = date.toISOString().slice(11, 19);
  return `${part({ weekday: 'long' })}, ${day}-${part({ month: 'short' })}-${part({ year: '2-digit' })} ${time} UTC`;
}
