import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createHttpHandler } from './create-http-handler.ts';
import { sendResponse, toRequest } from './node-http.ts';

export type HttpPlace = { readonly port: number; readonly host: string };

type Options = HttpPlace & {
  readonly baseUrl: string;
  readonly confirm: boolean;
  readonly onError: (error: Error) => void;
};

/**
 * Serves MCP at `/mcp` of an address, for a Fanfare that has no `/mcp`, such as the mock. Each
 * request brings its own key, so this program holds none, and it reads no local files.
 */
export async function serveHttp({ baseUrl, confirm, onError, port, host }: Options): Promise<Server> {
  const handler = createHttpHandler({ apiUrl: baseUrl, confirm, onError });
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch((error: unknown) => {
      outgoing.destroy();
      onError(error instanceof Error ? error : new Error(String(error)));
    });
  });
  server.once('close', () => void handler.close());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}

/** Address of `/mcp` of a server that listens. */
export function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/mcp`;
}

async function answer(
  handler: ReturnType<typeof createHttpHandler>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { authorization, host, origin } = incoming.headers;
  const url = URL.parse(incoming.url ?? '/', `http://${host}`);
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (url?.pathname !== '/mcp') return refuse(outgoing, 404, 'MCP is at /mcp.');
  // A page of another site, also one whose host name leads here (DNS rebinding) without a key.
  if (origin !== undefined && origin !== url.origin)
    return refuse(outgoing, 403, 'Pages of other sites may not call this.');
  if (key === undefined) return refuse(outgoing, 401, 'Send a key of the project as Authorization: Bearer.');
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {};
  const request = toRequest(incoming, url, { ...body, signal: gone.signal } as RequestInit);
  await sendResponse(outgoing, await handler.answer({ request, key }), gone.signal);
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  const challenge = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...challenge });
  outgoing.end(JSON.stringify({ error: message }));
}
