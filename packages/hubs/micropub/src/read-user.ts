import { ConnectProblem, type HubAccess, isSameOrigin } from '@fanfare/hub';
import { type Answer, NetworkError } from '@fanfare/network';
import { calls } from './call-micropub.ts';
import type { Endpoints } from './find-endpoint.ts';
import { EndedAnswer, MetadataAnswer, type User, UserAnswer } from './wire.ts';

/**
 * Reads the owner and the rights of a key; null where the server does not say them. Micropub has no
 * call for that, IndieAuth has one (11 July 2024, section 6.1; servers of older versions answer a
 * GET of their token endpoint; checked 2026-11).
 */
export async function readUser(access: HubAccess, endpoints: Endpoints): Promise<User | null> {
  try {
    const answer = await askForUser(access, endpoints);
    if (EndedAnswer.safeParse(answer?.json).success) throw ended();
    return UserAnswer.safeParse(answer?.json).data ?? null;
  } catch (error) {
    if (error instanceof NetworkError && !(error instanceof ConnectProblem)) return null;
    throw error;
  }
}

const ended = (): ConnectProblem =>
  new ConnectProblem({
    code: 'credential_rejected',
    message: 'The hub says that this token is not active. Create a new one on the hub.',
    networkCode: 'inactive_token',
  });

async function askForUser(access: HubAccess, { metadata, token }: Endpoints): Promise<Answer | null> {
  const introspection = metadata === null ? null : await findIntrospection(access, metadata);
  if (introspection !== null) {
    const body = { form: { token: access.apiKey.reveal() } };
    return calls.change(access, { url: introspection, body, on: 'connect' });
  }
  return token === null ? null : calls.read(access, { url: token, on: 'connect' });
}

/** On the origin of the hub, or null: the key goes nowhere else. */
async function findIntrospection(access: HubAccess, metadata: string): Promise<string | null> {
  const { json } = await access.http({
    method: 'GET',
    url: metadata,
    headers: { accept: 'application/json' },
    effect: 'read',
    signal: access.signal,
  });
  const given = MetadataAnswer.safeParse(json).data?.introspection_endpoint;
  const url = given === undefined ? null : URL.parse(given, metadata);
  return url !== null && isSameOrigin(url.href, access.hub.apiUrl) ? url.href : null;
}
