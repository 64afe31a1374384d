import { readAfterCalls } from '../../call-countdown.ts';
import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  refuseUnknown,
} from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import type { ScopeCatalogue } from '../login/authorize-window.ts';
import { type TokenState, tokenStates } from '../login/tokens.ts';
import type { MetaProfile, Profiles } from '../profiles.ts';
import type { MetaWorld } from '../world.ts';

/** Controls of one person and the tokens that apps hold of them. */
export function createPersonControls(deps: {
  readonly world: MetaWorld;
  readonly scopes: ScopeCatalogue;
}): Simulator['controls'] {
  const { world } = deps;
  const known = deps.scopes.map(({ value }) => value);

  function setState(username: string, state: TokenState): { readonly tokens: number } {
    const tokens = world.tokens.ofProfile(username);
    for (const token of tokens) token.state = state;
    return { tokens: tokens.length };
  }
  function expire(username: string): { readonly tokens: number } {
    const tokens = world.tokens.ofProfile(username);
    for (const token of tokens) token.expiresAt = world.clock.now();
    return { tokens: tokens.length };
  }
  /** Runs it now, or after `afterCalls` more successful calls of the person's tokens. */
  function soon(body: JsonObject, change: (username: string) => { readonly tokens: number }) {
    refuseUnknown(body, ['username', 'afterCalls']);
    const { username } = readPerson(world, body);
    const afterCalls = readAfterCalls(body);
    if (afterCalls === 0) return change(username);
    world.countdown.start(username, afterCalls, () => void change(username));
    return { afterCalls };
  }

  return {
    /** The person removed the app: 190/458 from now on, or after `afterCalls`. */
    'revoke-token': (body) => soon(body, (username) => setState(username, 'app_removed')),
    /** 190/463 from now on, or after so many more calls. */
    'expire-tokens': (body) => soon(body, expire),
    'token-state'(body) {
      refuseUnknown(body, ['username', 'state']);
      return setState(readPerson(world, body).username, readChoice(body, 'state', tokenStates));
    },
    /** The permissions of a person's live tokens, as if the person had ticked only these. */
    scopes(body) {
      refuseUnknown(body, ['username', 'scopes']);
      const { username } = readPerson(world, body);
      const scopes = readScopes(body, known);
      for (const token of world.tokens.ofProfile(username)) token.scopes = scopes;
      return { scopes };
    },
    restrict(body) {
      refuseUnknown(body, ['username', 'on']);
      world.restricted.set(readFlag(body, 'on'), readPerson(world, body).username);
    },
    /** A token without the window, as the App Dashboard creates them: long-lived at once. */
    'issue-token'(body) {
      refuseUnknown(body, ['username', 'scopes', 'kind', 'clientId']);
      const profile = readPerson(world, body);
      const token = world.tokens.issue({
        kind: body.kind === undefined ? 'long' : readChoice(body, 'kind', ['short', 'long']),
        clientId: readOptionalText(body, 'clientId') ?? world.apps.first().clientId,
        username: profile.username,
        scopes: body.scopes === undefined ? known : readScopes(body, known),
      });
      return { accessToken: token.value, id: profile.accountId, expiresAt: new Date(token.expiresAt).toISOString() };
    },
  };
}

/** The profile named by `username`. */
export function readPerson(deps: { readonly profiles: Profiles }, body: JsonObject): MetaProfile {
  const username = readText(body, 'username');
  const profile = deps.profiles.byUsername(username);
  if (!profile) throw new BadControl(`no profile named ${username}`);
  return profile;
}

/** The same where a missing `username` means everybody. */
export function readAnybody(deps: { readonly profiles: Profiles }, body: JsonObject): string | undefined {
  return body.username === undefined ? undefined : readPerson(deps, body).username;
}

function readScopes(body: JsonObject, known: readonly string[]): readonly string[] {
  const list: readonly unknown[] = Array.isArray(body.scopes) ? body.scopes : [];
  if (!Array.isArray(body.scopes)) throw new BadControl('"scopes" must be a list');
  const scopes = known.filter((scope) => list.includes(scope));
  if (scopes.length !== list.length) throw new BadControl(`"scopes" may hold: ${known.join(', ')}`);
  return scopes;
}
