import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a webhook, as it arrived. */
export type ReceivedCall = { readonly headers: IncomingHttpHeaders; readonly body: string };

/**
 * A receiver of webhooks on an address of this machine that every implementation may call. It
 * answers 200 with a word of thanks.
 */
type Receiver = { readonly url: string; readonly received: readonly ReceivedCall[] };

/**
 * Headers that a page needs to call another origin (WHATWG Fetch, 3.2 CORS protocol, checked
 * 2026-11).
 */
const FOR_PAGES = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Opens a receiver while `use` runs. */
export async function withReceiver(use: (receiver: Receiver) => Promise<void>): Promise<void> {
  const received: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.method === 'POST') received.push({ headers: request.headers, body });
    response.writeHead(200, FOR_PAGES).end('thanks');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await use({ url: `http://127.0.0.1:${port}/hooks`, received });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
