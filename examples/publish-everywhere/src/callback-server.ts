import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

export type Callbacks = {
  readonly origin: string;
  /** A new callback address, and the query it receives. */
  expect(): { readonly redirectUrl: string; readonly arrived: Promise<URLSearchParams> };
  close(): void;
};

/**
 * The page of your own app to which people return after a connect, here a server of a few lines on
 * a free port.
 *
 * Its address is open to everybody: without a check, anybody could call it with an invented
 * accountId. So each connect gets a nonce, an unguessable value that Fanfare returns unchanged with
 * the rest of the redirectUrl's query, and that counts once.
 */
export async function listenForCallbacks(): Promise<Callbacks> {
  const expected = new Map<string, (query: URLSearchParams) => void>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const nonce = searchParams.get('nonce') ?? '';
    const arrive = pathname === '/connected' ? expected.get(nonce) : undefined;
    if (arrive) expected.delete(nonce);
    response.writeHead(arrive ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(arrive ? '<h1>Thank you, you can close this page.</h1>' : '<h1>Nobody asked for this.</h1>');
    arrive?.(searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    origin,
    expect() {
      const nonce = randomUUID();
      const arrived = new Promise<URLSearchParams>((resolve) => expected.set(nonce, resolve));
      return { redirectUrl: `${origin}/connected?nonce=${nonce}`, arrived };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
