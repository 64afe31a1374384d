import { readAfterCalls } from '../../call-countdown.ts';
import { readFlag, readText, refuseUnknown } from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import { revokeGrants } from '../login/tokens.ts';
import { readMember } from '../people.ts';
import type { World } from '../world.ts';

type Body = Readonly<Record<string, unknown>>;

/** Controls of the tokens that apps hold of a member. */
export function createTokenControls(world: World): Simulator['controls'] {
  /** Runs it now, or after `afterCalls` more successful calls of the member's tokens. */
  function soon(body: Body, memberId: string, change: () => void): { readonly afterCalls: number } {
    const afterCalls = readAfterCalls(body);
    world.countdown.start(memberId, afterCalls, change);
    return { afterCalls };
  }

  return {
    /** `{ username, afterCalls? }`: the member removes every app; their tokens answer 65601. */
    'revoke-token': (body) => {
      refuseUnknown(body, ['username', 'afterCalls']);
      const { id: memberId } = readMember(world, body);
      return soon(body, memberId, () => revokeGrants(world, { memberId }));
    },
    /** `{ username, refresh?, afterCalls? }`: ends access tokens; `refresh: true` all. */
    'expire-tokens': (body) => {
      refuseUnknown(body, ['username', 'refresh', 'afterCalls']);
      const { id: memberId } = readMember(world, body);
      const refreshToo = body.refresh !== undefined && readFlag(body, 'refresh');
      return soon(body, memberId, () => expireTokens(world, memberId, refreshToo));
    },
    /** `{ username, scopes }`: the scopes of the member's live tokens. */
    scopes: (body) => {
      refuseUnknown(body, ['username', 'scopes']);
      const { id: memberId } = readMember(world, body);
      const scopes = readScopes(body);
      for (const { grant } of [...world.accessTokens.values(), ...world.refreshTokens.values()])
        if (grant.memberId === memberId) grant.scopes = scopes;
      return { scopes };
    },
  };
}

function readScopes(body: Body): readonly string[] {
  if (!Array.isArray(body.scopes)) throw new Error('"scopes" must be a list of texts');
  return body.scopes.map((scope: unknown) => readText({ scopes: scope }, 'scopes'));
}

function expireTokens(world: World, memberId: string, refreshToo: boolean): void {
  const now = world.context.clock.now();
  const tokens = [...world.accessTokens.values(), ...(refreshToo ? world.refreshTokens.values() : [])];
  for (const token of tokens) if (token.grant.memberId === memberId) token.expiresAt = Math.min(token.expiresAt, now);
}
