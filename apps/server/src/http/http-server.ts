import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LIMITS as API_LIMITS } from '@fanfare/contract';
import { endsWithin } from '../process/ends-within.ts';

/** Avoids `import`, which loads Node's fetch and WebSocket: 28 ms (Node 24, checked 2026-11). */
const { createServer } = process.getBuiltinModule('node:http');

const ANSWERS_MS = 1_000;

/** Bounds on what a client sends and how slowly. Publishing may take minutes beyond them. */
const LIMITS = {
  headersTimeout: 10_000,
  // `limitBody` in its place.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  maxHeaderSize: API_LIMITS.requestHeaderBytes.value,
  connectionsCheckingInterval: 2_000,
};

/** Time for a whole body. Uploads of files have their own limits, and may take an hour. */
const BODY_MS = 30_000;
const takesFile = ({ method, url = '' }: IncomingMessage): boolean =>
  url.startsWith('/uploads/') || (method === 'PUT' && url.split('?')[0] === '/api/v1/media');

export type HttpServer = {
  readonly port: number;
  /** Sets the listener. `answerBroken` gets what Node's parser refuses; else Node sends no body. */
  handle(listener: RequestListener, answerBroken?: (broken: BrokenRequest) => void): void;
  /** Accepts no more connections, waits a second for answers, then cuts the rest. */
  close(): Promise<void>;
};

export type BrokenRequest = {
  readonly error: NodeJS.ErrnoException;
  readonly socket: Duplex;
  readonly underWay: ServerResponse | undefined;
};

/** The host is no address of this machine, or no name. */
export class HostNotUsable extends Error {
  override readonly name = 'HostNotUsable';
}

/** man7.org/linux/man-pages/man2/bind.2.html and man3/getaddrinfo.3.html (checked 2026-11) */
const NOT_OURS = /^(?:ENOTFOUND|EAI_\w+|EADDRNOTAVAIL|EINVAL|EAFNOSUPPORT)$/;

/** Listens on a port; 0 takes any free one. Rejects with HostNotUsable, or when it is taken. */
export function startHttpServer({
  host,
  port,
  bodyMs = BODY_MS,
}: {
  readonly host: string;
  readonly port: number;
  readonly bodyMs?: number;
}): Promise<HttpServer> {
  const server = createServer(LIMITS);
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(
        NOT_OURS.test(error.code ?? '')
          ? new HostNotUsable(`${host} is no address of this machine (${error.code}).`, { cause: error })
          : error,
      );
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        handle(listener, answerBroken) {
          const limited: RequestListener = (req, res) => {
            limitBody(
              req,
              res,
              bodyMs,
              (error) => server.emit('clientError', error, req.socket) || req.socket.destroy(),
            );
            listener(req, res);
          };
          server.on('request', limited);
          // Node would answer `Expect: 100-continue` before the checks; `readBody` does it later.
          server.on('checkContinue', limited);
          if (!answerBroken) return;
          const answers = new WeakMap<Duplex, ServerResponse>();
          server.on('request', (req, res) => answers.set(req.socket, res));
          server.on('clientError', (error, socket) => answerBroken({ error, socket, underWay: answers.get(socket) }));
        },
        async close() {
          const closed = new Promise((resolve) => server.close(resolve));
          server.closeIdleConnections();
          await endsWithin(ANSWERS_MS, closed);
          server.closeAllConnections();
        },
      });
    });
  });
}

/** Like Node's `requestTimeout`, which would end uploads as well. */
function limitBody(req: IncomingMessage, res: ServerResponse, bodyMs: number, end: (error: Error) => void): void {
  // Nobody reads a body of no bytes, so it would never end.
  const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
  if (!hasBody || takesFile(req)) return;
  const endLate = (): void => end(Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
  const timer = setTimeout(endLate, bodyMs).unref();
  const stop = (): void => clearTimeout(timer);
  req.once('end', stop);
  res.once('close', stop);
}
