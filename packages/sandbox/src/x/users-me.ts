import { type Answer, ok } from './answers.ts';
import type { Call } from './endpoint.ts';
import { readFields, userFields } from './posts/fields.ts';
import { toUser } from './to-user.ts';
import type { XWorld } from './world.ts';

/** `GET /2/users/me`. */
export function readMe(world: XWorld, { req, person }: Call): Answer {
  const fields = readFields(req, ['user.fields'], userFields);
  return fields.ok ? ok({ data: toUser(world, person, fields.value) }) : fields.answer;
}
