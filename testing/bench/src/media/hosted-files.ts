import { Agent } from 'node:http';
import type { Project } from '../installation/projects.ts';
import { largeVideo, piecesOf } from './large-video.ts';
import { sendBytes } from './send-bytes.ts';

/** The size of the pieces that the SDK sends. */
const PIECE_BYTES = 8 * 2 ** 20;
const TYPE = 'video/mp4';

/** A file that waits for its bytes, or has them. */
export type Hosted = { readonly id: string; readonly url: string; readonly uploadUrl: string; readonly bytes: number };

/** Calls about hosted files at one server, as callers send them. */
export function hostedFilesAt(baseUrl: string, { apiKey }: Project) {
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${apiKey}`, ...(body && { 'Content-Type': 'application/json' }) };
    const response = await fetch(`${baseUrl}/api/v1/media${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /media${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
  };
  /** The address is of the server that made the file: its bytes go to this one. */
  const here = (address: string) => new URL(new URL(address).pathname, baseUrl).href;
  return {
    async announce(bytes: number): Promise<Hosted> {
      const body = { filename: 'large.mp4', contentType: TYPE, bytes };
      const { media } = await call<{ media: Omit<Hosted, 'bytes'> }>('POST', '', body);
      return { ...media, bytes };
    },
    async put({ uploadUrl, bytes }: Hosted): Promise<void> {
      await using agent = openAgent();
      await sendBytes(here(uploadUrl), {
        ...{ method: 'PUT', bytes, headers: { 'Content-Type': TYPE }, chunks: largeVideo(bytes), ...agent },
      });
    },
    async putInPieces({ uploadUrl, bytes }: Hosted): Promise<void> {
      await using agent = openAgent();
      let offset = 0;
      for (const chunks of piecesOf(bytes, PIECE_BYTES)) {
        const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        const headers = {
          ...{ 'Content-Type': 'application/offset+octet-stream', 'Tus-Resumable': '1.0.0' },
          'Upload-Offset': String(offset),
        };
        await sendBytes(here(uploadUrl), { method: 'PATCH', bytes: length, headers, chunks, ...agent });
        offset += length;
      }
    },
    /** Throws unless the file is `ready`. */
    async complete({ id }: Hosted): Promise<void> {
      const { media } = await call<{ media: { status: string; error: string | null } }>('POST', `/${id}/complete`);
      if (media.status !== 'ready') throw new Error(`the file is ${media.status}: ${media.error}`);
    },
    remove: ({ id }: Hosted): Promise<unknown> => call('DELETE', `/${id}`),
    addressOf: ({ url }: Hosted): string => here(url),
  };
}

/** One connection, as one client has. */
function openAgent() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { agent, [Symbol.asyncDispose]: async () => agent.destroy() };
}
