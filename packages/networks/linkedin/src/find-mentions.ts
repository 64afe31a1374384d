import type { Mention } from '@fanfare/contract';
import { type AccountCall, type FoundMentions, NetworkError } from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { findFollowers, mayFindFollowers } from './find-followers.ts';
import { findOrganizations } from './find-organizations.ts';

/**
 * The organization with this name in its address, then, for an account of a page, the people who
 * follow it and have this name. A failure of one look-up does not hide what the other found. Throws
 * NetworkError when every look-up failed, or when one says that the credential has ended.
 */
export async function findMentions(call: AccountCall, config: LinkedinConfig, q: string): Promise<FoundMentions> {
  if (!mayFindFollowers(call, q)) return { mentions: await findOrganizations(call, config, q), failure: null };
  const [organizations, people] = await Promise.all([
    orFailure(findOrganizations(call, config, q)),
    orFailure(findFollowers(call, config, q)),
  ]);
  if (organizations instanceof NetworkError) {
    if (people instanceof NetworkError) throw organizations;
    return { mentions: people, failure: failureOf('organizations', organizations) };
  }
  if (people instanceof NetworkError) return { mentions: organizations, failure: failureOf('people', people) };
  return { mentions: [...organizations, ...people], failure: null };
}

async function orFailure(lookUp: Promise<readonly Mention[]>): Promise<readonly Mention[] | NetworkError> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof NetworkError && error.code !== 'credential_rejected') return error;
    throw error;
  }
}

function failureOf(found: string, { facts }: NetworkError): NetworkError {
  return new NetworkError({ ...facts, message: `The look-up of ${found} failed. ${facts.message}` });
}
