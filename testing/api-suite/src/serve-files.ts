import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type File = { readonly type: string; readonly bytes: Uint8Array };

/** Files on an address of this machine, by name. `onAsked` gets the host of each request. */
export async function serveFiles(
  files: Readonly<Record<string, File>>,
  onAsked: (host: string) => void = () => undefined,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((req, res) => {
    onAsked(req.headers.host ?? '');
    const file = files[req.url?.slice(1) ?? ''];
    if (file) res.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length }).end(file.bytes);
    else res.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
