import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage } from 'node:http';

/** One request as the simulator received it, byte for byte. */
export type WireRequest = {
  readonly method: string;
  /** With host and query. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => Buffer;
  /** False where the simulator answered before the whole body had arrived. */
  readonly isWhole: () => boolean;
};

const CHANNEL = 'http.server.request.start';
/** The agent that every call of an adapter sets itself. */
const AGENT = 'Fanfare';

/**
 * Records every request that adapters send to HTTP servers of this process. `isFile` recognizes
 * addresses of media, which the network fetches and which are no calls.
 */
export function recordRequests(isFile: (url: URL) => boolean) {
  const requests: WireRequest[] = [];
  const listen = (message: unknown) => {
    const request = readMessage(message);
    if (request === null || request.headers['user-agent'] !== AGENT) return;
    const url = new URL(`http://${request.headers.host}${request.url}`);
    if (isFile(url)) return;
    const body = watchBody(request);
    const length = Number(request.headers['content-length'] ?? 0);
    const isWhole = () => body().length >= length;
    requests.push({ method: request.method ?? '', url, headers: flat(request), body, isWhole });
  };
  subscribe(CHANNEL, listen);
  return { requests, stop: () => unsubscribe(CHANNEL, listen) };
}

function readMessage(message: unknown): IncomingMessage | null {
  const request = typeof message === 'object' && message !== null && 'request' in message ? message.request : null;
  return request instanceof IncomingMessage ? request : null;
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Reads a body without taking it from the stream's reader. */
function watchBody(request: IncomingMessage): () => Buffer {
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  return () => Buffer.concat(chunks);
}
