import {
  BadControl,
  type JsonObject,
  readChoice,
  readFlag,
  readOptionalText,
  readText,
  refuseUnknown,
} from '../read-json.ts';
import { personByUsername, type XPerson, type XWorld } from './world.ts';

export const tiers = ['None', 'Basic', 'Premium', 'PremiumPlus'] as const;

/** Adds a person: `username`, `name`, and `id`, `tier`, `protected` if given. */
export function addPerson(world: XWorld, profile: JsonObject): XPerson {
  refuseUnknown(profile, ['id', 'username', 'name', 'tier', 'protected']);
  const username = readText(profile, 'username');
  if (!/^[A-Za-z0-9_]{1,15}$/.test(username))
    throw new BadControl('"username" must be 1 to 15 letters, digits or underscores, as on X');
  if (personByUsername(world.state, username)) throw new BadControl(`there is a @${username} already`);
  const id = readOptionalText(profile, 'id') ?? world.nextId();
  if (!/^[0-9]{1,19}$/.test(id)) throw new BadControl('"id" must be 1 to 19 digits');
  if (world.state.people.has(id)) throw new BadControl(`a person with the id ${id} exists already`);
  const person: XPerson = {
    id,
    username,
    name: readText(profile, 'name'),
    tier: profile.tier === undefined ? 'None' : readChoice(profile, 'tier', tiers),
    isProtected: profile.protected === undefined ? false : readFlag(profile, 'protected'),
    isSuspended: false,
  };
  world.state.people.set(id, person);
  return person;
}

/** Throws for an unknown name, so that a misspelt name does not test nothing. */
export function requirePerson(world: XWorld, body: JsonObject): XPerson {
  const username = readText(body, 'username');
  const person = personByUsername(world.state, username);
  if (!person) throw new BadControl(`x has no person @${username}`);
  return person;
}
