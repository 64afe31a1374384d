import {
  type Answer,
  bearer,
  type NetworkIo,
  type OutgoingCall,
  okOrThrow,
  readAgain,
  repeatSoon,
  type Secret,
} from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';

type RestDeps = Pick<LinkedinConfig, 'apiUrl' | 'versions'>;

type RestCall = {
  /** Below `/rest/`, with every value already in Rest.li form; may carry a query. */
  readonly path: string;
  readonly json?: unknown;
  readonly mediaIndex?: number | undefined;
};

type Version = { readonly version: string; readonly method: 'GET' | 'POST' | 'DELETE' };

/**
 * A call to the versioned API, ready to be sent. All three headers are required and have no default
 * (LinkedIn, Marketing API versioning and Rest.li protocol versions, checked 2026-11).
 */
function restCall(config: RestDeps, token: Secret, { version, method }: Version, { path, json }: RestCall) {
  return {
    method,
    url: `${config.apiUrl}/rest/${path}`,
    headers: { ...bearer(token), 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' },
    ...(json === undefined ? {} : { body: { json } }),
  } satisfies Partial<OutgoingCall>;
}

/** One POST, again only after a refused version. Throws NetworkError without an answer. */
export function sendRest(
  io: NetworkIo,
  config: RestDeps,
  token: Secret,
  call: RestCall & { readonly effect: 'hidden' | 'public' },
): Promise<Answer> {
  const { effect } = call;
  return config.versions.call((version) =>
    io.http({
      ...restCall(config, token, { version, method: 'POST' }, call),
      effect,
      signal: io.signal,
    }),
  );
}

/** One public DELETE, again only after a refused version. Throws NetworkError without an answer. */
export function deleteRest(io: NetworkIo, config: RestDeps, token: Secret, call: RestCall): Promise<Answer> {
  return config.versions.call((version) => {
    const { headers, ...request } = restCall(config, token, { version, method: 'DELETE' }, call);
    return io.http({
      ...request,
      headers: { ...headers, 'x-restli-method': 'DELETE' },
      effect: 'public',
      signal: io.signal,
    });
  });
}

/** Reads, with repeats for passing faults. Throws NetworkError for other answers than 2xx. */
export async function readRest(
  io: NetworkIo,
  config: RestDeps,
  token: Secret,
  call: RestCall & { readonly on?: 'metrics' },
): Promise<Answer> {
  const answer = await config.versions.call((version) =>
    readAgain(io, restCall(config, token, { version, method: 'GET' }, call)),
  );
  return okOrThrow(io, LINKEDIN_ERRORS, answer, { on: call.on ?? 'api', effect: 'read', mediaIndex: call.mediaIndex });
}

/** Changes something hidden, with repeats. Throws NetworkError for other answers than 2xx. */
export function changeHidden(io: NetworkIo, config: RestDeps, token: Secret, call: RestCall): Promise<Answer> {
  return repeatSoon(io, async () => {
    const answer = await sendRest(io, config, token, { ...call, effect: 'hidden' });
    return okOrThrow(io, LINKEDIN_ERRORS, answer, { on: 'api', effect: 'hidden', mediaIndex: call.mediaIndex });
  });
}
