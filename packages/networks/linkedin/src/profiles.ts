import {
  type Answer,
  bearer,
  type Credential,
  NetworkError,
  type NetworkIo,
  okOrThrow,
  type Profile,
  type ProfilesAnswer,
  readAgain,
  readAnswer,
} from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';
import { findPages } from './find-pages.ts';
import { MeAnswer, UserinfoAnswer } from './wire.ts';

/**
 * LinkedIn may call a token revoked in the first seconds of its life
 * (decioferreira/omniauth-linkedin-oauth2 issues 17 and 81, checked 2026-11): three more tries
 * within 5 seconds.
 */
const YOUNG_TOKEN_PAUSES_MS = [1_000, 1_500, 2_500];

/** The member first, then their pages. Without the pages the member still connects. */
export async function findProfiles(
  io: NetworkIo,
  config: LinkedinConfig,
  credential: Credential,
): Promise<ProfilesAnswer> {
  const granted = new Set(credential.scopes);
  if (!granted.has('w_member_social')) {
    return refused('LinkedIn did not grant the permission to publish (w_member_social).');
  }
  if (!granted.has('openid') && !granted.has('r_basicprofile')) {
    return refused(
      'LinkedIn granted no permission to read who the member is (openid with profile, or r_basicprofile).',
    );
  }

  const person = granted.has('openid')
    ? await readUserinfo(io, config, credential, granted)
    : await readWithYoungToken(io, () => readMe(io, config, credential));
  const mayListPages = granted.has('rw_organization_admin') || granted.has('r_organization_admin');
  const pages = mayListPages ? await findPages(io, config, credential) : [];
  return { ok: true, profiles: [person, ...pages] };
}

function refused(message: string): ProfilesAnswer {
  return { ok: false, reason: 'permissions_missing', message };
}

/** The handle, where `r_basicprofile` was granted: OpenID has none. */
async function readUserinfo(
  io: NetworkIo,
  config: LinkedinConfig,
  credential: Credential,
  granted: ReadonlySet<string>,
): Promise<Profile> {
  const info = await readWithYoungToken(io, async () => {
    const answer = await readV2(io, config, credential, 'userinfo');
    return readAnswer('LinkedIn', UserinfoAnswer, answer, 'a question for the member');
  });
  const named = toProfile(info.sub, [info.name, joinName(info.given_name, info.family_name)]);
  if (!granted.has('r_basicprofile')) return named;
  try {
    const me = await readMe(io, config, credential);
    return { ...named, username: me.username };
  } catch (error) {
    if (error instanceof NetworkError) return named;
    throw error;
  }
}

async function readMe(io: NetworkIo, config: LinkedinConfig, credential: Credential): Promise<Profile> {
  const answer = await readV2(io, config, credential, 'me');
  const me = readAnswer('LinkedIn', MeAnswer, answer, 'a question for the member');
  return toProfile(me.id, [me.vanityName, joinName(me.localizedFirstName, me.localizedLastName)]);
}

function toProfile(id: string, names: readonly (string | undefined)[]): Profile {
  return { platformUserId: id, username: names.find((name) => name !== undefined && name !== '') ?? id, otherIds: [] };
}

function joinName(first: string | undefined, last: string | undefined): string {
  return [first, last].filter((part) => part !== undefined && part !== '').join(' ');
}

/** The identity calls live outside the versioned API and take no version. */
async function readV2(
  io: NetworkIo,
  config: LinkedinConfig,
  credential: Credential,
  path: 'userinfo' | 'me',
): Promise<Answer> {
  const answer = await readAgain(io, {
    method: 'GET',
    url: `${config.apiUrl}/v2/${path}`,
    headers: bearer(credential.accessToken),
  });
  return okOrThrow(io, LINKEDIN_ERRORS, answer, { on: 'api', effect: 'read' });
}

async function readWithYoungToken<T>(io: NetworkIo, read: () => Promise<T>): Promise<T> {
  for (const pauseMs of YOUNG_TOKEN_PAUSES_MS) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof NetworkError) || error.facts.credential !== 'revoked') throw error;
      await io.clock.sleep(pauseMs, io.signal);
    }
  }
  return read();
}
