import {
  type Answer,
  bearer,
  type NetworkIo,
  type OutgoingBody,
  okOrThrow,
  repeatSoon,
  type Secret,
} from '@fanfare/network';
import type { LinkedinConfig } from './config.ts';
import { LINKEDIN_ERRORS } from './error-table.ts';

export const UPLOAD_TIMEOUT_MS = 60_000;

type Upload = {
  readonly url: string;
  /** Called once per try: a stream can be read only once. */
  readonly bytes: () => Promise<Extract<OutgoingBody, { bytes: unknown }>['bytes']>;
  readonly size: number;
  /** Sent as Bearer where LinkedIn wants it (images), not to pre-signed addresses. */
  readonly token?: Secret;
  readonly mediaIndex: number | undefined;
};

/** Puts bytes to an address of LinkedIn, with repeats: nobody sees an upload. */
export function uploadFile(
  io: NetworkIo,
  config: Pick<LinkedinConfig, 'apiUrl' | 'wwwUrl'>,
  upload: Upload,
): Promise<Answer> {
  return repeatSoon(io, async () => {
    const answer = await io.http({
      method: 'PUT',
      url: upload.url,
      headers: upload.token !== undefined && belongsToLinkedin(config, upload.url) ? bearer(upload.token) : {},
      body: {
        bytes: await upload.bytes(),
        contentType: 'application/octet-stream',
        contentLength: upload.size,
      },
      effect: 'hidden',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal: io.signal,
    });
    return okOrThrow(io, LINKEDIN_ERRORS, answer, { on: 'upload', effect: 'hidden', mediaIndex: upload.mediaIndex });
  });
}

/** Whether a host is LinkedIn's own. A token goes to no other host. */
export function belongsToLinkedin(config: Pick<LinkedinConfig, 'apiUrl' | 'wwwUrl'>, url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (hostname === new URL(config.apiUrl).hostname || hostname === new URL(config.wwwUrl).hostname) return true;
  return protocol === 'https:' && hostname.endsWith('.linkedin.com');
}
