import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Receives webhooks and remembers every id in a body. */
export async function startReceiver() {
  const ids = new Set<string>();
  const server = createServer(async (request, response) => {
    for (const [, id] of (await text(request)).matchAll(/"([a-z]+_[0-9a-z]{26})"/g)) ids.add(id!);
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, has: (id: string) => ids.has(id), close: () => void server.close() };
}
