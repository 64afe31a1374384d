import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Headers that are not for the tools: the key is given to them apart. */
const KEPT_BACK: ReadonlySet<string> = new Set(['authorization', 'cookie']);

/** A request of Node without its body and its key. */
export function toRequest(incoming: IncomingMessage, url: URL, init: RequestInit): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    if (!KEPT_BACK.has(name)) for (const value of values ?? []) headers.append(name, value);
  return new Request(url, { ...init, method: incoming.method ?? 'GET', headers });
}

/**
 * Sends an answer. One that fails under way ends the connection, so that its client sees a cut.
 * Throws that failure, unless it is that the client has left: its connection is closed, or the
 * answer ended with the reason of `gone`.
 */
export async function sendResponse(outgoing: ServerResponse, response: Response, gone: AbortSignal): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (response.body === null) return void outgoing.end();
  try {
    await pipeline(Readable.fromWeb(response.body as never), outgoing);
  } catch (error) {
    if (error !== gone.reason && (error as NodeJS.ErrnoException)?.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
