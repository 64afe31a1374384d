import type { Request } from 'express';
import type { HubKey, HubUser } from '../hub.ts';
import { findKey } from '../keys.ts';
import { findUser } from '../users.ts';
import { type Answer, refusal } from './answer.ts';
import type { Checked } from './parameters.ts';
import { capabilitiesOf } from './roles.ts';
import type { World } from './world.ts';

/** The caller: somebody with an application password, or a visitor. */
export type Caller = { readonly user: HubUser | null; readonly key: HubKey | null };

const visitor: Caller = { user: null, key: null };

/** Reads Basic authentication. A wrong key makes a visitor, unless the hub has the other habit. */
export function readCaller(world: World, req: Request): Checked<Caller> {
  const [, encoded] = /^Basic\s+(.*)$/i.exec(req.get('authorization') ?? '') ?? [];
  if (encoded === undefined) return { ok: true, value: visitor };
  const [username = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  // People copy the password with the spaces it is shown with.
  const password = rest.join(':').replace(/[^a-z0-9]/gi, '');
  const found = findKey(world.hub, password);
  if (found && found.user.username === username) return { ok: true, value: found };
  if (world.habits.wrongKey === 'visitor') return { ok: true, value: visitor };
  return { ok: false, answer: wrongKey(findUser(world.hub, username) !== undefined) };
}

function wrongKey(userExists: boolean): Answer {
  return userExists
    ? refusal(401, 'incorrect_password', 'The provided password is an invalid application password.')
    : refusal(
        401,
        'invalid_username',
        '<strong>Error:</strong> Unknown username. Check again or try your email address.',
      );
}

export function can({ user }: Caller, capability: string): boolean {
  return user !== null && capabilitiesOf(user.right).includes(capability);
}

/** 401 for visitors, 403 for everybody else. */
export function forbidden(caller: Caller, code: string, message: string): Answer {
  return refusal(caller.user ? 403 : 401, code, message);
}
