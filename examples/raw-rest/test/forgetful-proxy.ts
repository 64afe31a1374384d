import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ForgetfulProxy = { readonly baseUrl: string; close(): void };

/** Long enough for the service to record a post, and too short to publish it. */
const CUT_AFTER_MS = 400;

/**
 * A proxy in front of a service that passes everything on, except that it drops the connection of
 * each creating client once, while the post is being published.
 */
export async function startForgetfulProxy(serviceUrl: string): Promise<ForgetfulProxy> {
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const key = request.headers['idempotency-key'];
    if (request.url === '/api/v1/posts' && typeof key === 'string' && !seen.has(key)) {
      seen.add(key);
      setTimeout(() => request.socket.destroy(), CUT_AFTER_MS);
    }
    const { authorization = '', 'content-type': contentType = '' } = request.headers;
    const body = await text(request);
    const answer = await fetch(`${serviceUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization,
        'content-type': contentType,
        ...(typeof key === 'string' && { 'idempotency-key': key }),
      },
      ...(body !== '' && { body }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address of this kind (Node, `server.address()`).
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
