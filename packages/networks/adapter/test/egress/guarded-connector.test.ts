import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../src/create-http.ts';
import type { Egress } from '../../src/egress/egress.ts';
import { EgressRefused, guardedConnector } from '../../src/egress/guarded-connector.ts';
import { listen, serveRaw, until, useLoopback } from '../loopback.ts';
import { selfSigned } from '../self-signed.ts';

useLoopback();

const NOBODY: Egress = { allowedHosts: [], trustedOrigins: [] };
const PUBLIC = '93.184.215.14';

type Target = { protocol: 'http:' | 'https:'; hostname: string; port: number };

/** The connector's result for a target: the connected peer, or the error. */
function connect(egress: Egress, target: Target, allowAddress?: (address: string) => boolean): Promise<string | Error> {
  const connector = guardedConnector(egress, { connectTimeoutMs: 1_000, ...(allowAddress && { allowAddress }) });
  const { protocol, hostname, port } = target;
  const host = hostname.includes(':') ? `[${hostname}]:${port}` : `${hostname}:${port}`;
  return new Promise((resolve) => {
    connector({ protocol, hostname, host, port: String(port) }, (error, socket) => {
      resolve(error ?? String(socket?.remoteAddress));
      socket?.destroy();
    });
  });
}

/** A listener that must never be reached. */
async function canary() {
  const seen = { connections: 0, bytes: 0 };
  const server = await serveRaw((socket) => {
    seen.connections++;
    socket.on('data', (chunk) => {
      seen.bytes += chunk.length;
    });
  });
  return { port: server.port, seen };
}

const answering = (...addresses: string[]) => ({ ...NOBODY, resolve: () => Promise.resolve(addresses) });

describe('a name is refused, with no connection, when it resolves to', () => {
  it.each([
    ['a loopback address', ['127.0.0.1']],
    ['a private address', ['10.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a mapped loopback address', ['::ffff:127.0.0.1']],
    ['a public and a private address', [PUBLIC, '127.0.0.1']],
    ['a private and a public address', ['127.0.0.1', PUBLIC]],
    ['a public IPv4 and a private IPv6 address', [PUBLIC, 'fd00::1']],
    ['something that is no address', ['localhost']],
  ])('%s', async (_what, addresses) => {
    const { port, seen } = await canary();
    expect(await connect(answering(...addresses), { protocol: 'http:', hostname: 'rebind.test', port })).toBeInstanceOf(
      EgressRefused,
    );
    expect(seen).toEqual({ connections: 0, bytes: 0 });
  });
});

it('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const { port, seen } = await canary();
  const answers = [['127.0.0.2'], ['127.0.0.1']];
  const asked: string[] = [];
  const egress = {
    ...NOBODY,
    resolve: (hostname: string) => {
      asked.push(hostname);
      return Promise.resolve(answers.shift() ?? []);
    },
  };
  // The first answer counts as public here, and nothing listens on it: a second lookup would find
  // the canary.
  const outcome = await connect(
    egress,
    { protocol: 'http:', hostname: 'rebind.test', port },
    (address) => address === '127.0.0.2',
  );
  expect(outcome).toBeInstanceOf(Error);
  expect(asked).toEqual(['rebind.test']);
  expect(seen).toEqual({ connections: 0, bytes: 0 });
});

it.each(['http:', 'https:'] as const)(
  'a peer that is not public is dropped before the first byte (%s)',
  async (protocol) => {
    const { port, seen } = await canary();
    const answers = [true, false]; // the resolver's answer passes, the connected address does not
    const outcome = await connect(
      answering('127.0.0.1'),
      { protocol, hostname: 'proxied.test', port },
      () => answers.shift() ?? false,
    );
    await until(() => seen.connections === 1);
    expect(outcome).toBeInstanceOf(EgressRefused);
    expect(seen).toEqual({ connections: 1, bytes: 0 });
  },
);

describe('an address in the URL is refused without a resolver call', () => {
  it.each(['127.0.0.1', '::1', '::ffff:7f00:1', '169.254.169.254', '192.168.0.1'])('%s', async (hostname) => {
    const resolve = () => Promise.reject(new Error('asked'));
    expect(await connect({ ...NOBODY, resolve }, { protocol: 'http:', hostname, port: 8080 })).toBeInstanceOf(
      EgressRefused,
    );
  });
});

it('an address in the URL is checked as an address too, not only as text', async () => {
  const outcome = await connect(NOBODY, { protocol: 'https:', hostname: PUBLIC, port: 443 }, () => false);
  expect(outcome).toBeInstanceOf(EgressRefused);
});

describe('the operator may exempt', () => {
  it.each<[string, (port: number) => Partial<Egress>, string]>([
    ['a host', () => ({ allowedHosts: ['127.0.0.1'] }), '127.0.0.1'],
    ['a host and port', (port) => ({ allowedHosts: [`127.0.0.1:${port}`] }), '127.0.0.1'],
    ['a name', () => ({ allowedHosts: ['Media.Internal'] }), 'media.internal'],
    ['an origin', (port) => ({ trustedOrigins: [`http://sandbox.test:${port}/`] }), 'sandbox.test'],
  ])('%s', async (_what, exemption, hostname) => {
    const { port } = await canary();
    expect(
      await connect({ ...answering('127.0.0.1'), ...exemption(port) }, { protocol: 'http:', hostname, port }),
    ).toBe('127.0.0.1');
  });

  it.each<[string, (port: number) => Partial<Egress>]>([
    ['another port', (port) => ({ allowedHosts: [`127.0.0.1:${port + 1}`] })],
    ['another host', () => ({ allowedHosts: ['127.0.0.2', 'localhost', '0.0.0.1'] })],
    ['a part of the host', () => ({ allowedHosts: ['127.0.0', '0.0.1', '127.0.0.1.example'] })],
    ['another scheme of the origin', (port) => ({ trustedOrigins: [`https://127.0.0.1:${port}`] })],
    ['another port of the origin', (port) => ({ trustedOrigins: [`http://127.0.0.1:${port + 1}`] })],
  ])('but not %s', async (_what, exemption) => {
    const { port, seen } = await canary();
    const outcome = await connect(
      { ...NOBODY, ...exemption(port) },
      { protocol: 'http:', hostname: '127.0.0.1', port },
    );
    expect(outcome).toBeInstanceOf(EgressRefused);
    expect(seen.connections).toBe(0);
  });
});

it('a connection that is not established in time ends', async () => {
  const egress = { ...NOBODY, resolve: () => new Promise<string[]>(() => {}) };
  const connector = guardedConnector(egress, { connectTimeoutMs: 20 });
  const outcome = await new Promise((done) =>
    connector({ protocol: 'http:', hostname: 'slow.test', host: 'slow.test', port: '' }, (...[error]) => done(error)),
  );
  expect(outcome).toEqual(new Error('connect timeout'));
});

it('names of exempt hosts are resolved by the system resolver by default', async () => {
  const { port, seen } = await canary();
  expect(
    await connect({ ...NOBODY, allowedHosts: ['localhost'] }, { protocol: 'http:', hostname: 'localhost', port }),
  ).toBe('127.0.0.1');
  await until(() => seen.connections === 1);
});

describe('over TLS', () => {
  const systemCertificates = getCACertificates('default');
  const signal = new AbortController().signal;
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    setDefaultCACertificates(systemCertificates);
    for (const close of closing.splice(0)) await close();
  });

  async function openTls(certificateName: string) {
    const identity = selfSigned(certificateName);
    setDefaultCACertificates([identity.cert]);
    const asked: (string | false | undefined)[] = [];
    const server = createTlsServer(identity, (request, response) => {
      asked.push('servername' in request.socket ? String(request.socket.servername) : undefined);
      response.end('{"id":"1"}');
    });
    const { port } = await listen(server);
    const origin = `https://api.network.test:${port}`;
    const http = createHttp({ egress: { ...answering('127.0.0.1'), trustedOrigins: [origin] } });
    closing.push(() => http.close());
    return { origin, asked, http };
  }

  it.each(['read', 'public'] as const)('a %s call names the host and gets its answer', async (effect) => {
    const { origin, asked, http } = await openTls('api.network.test');
    const answers = [
      await http({ method: 'GET', url: origin, effect, signal }),
      await http({ method: 'GET', url: origin, effect, signal }),
    ];
    expect(answers.map(({ json }) => json)).toEqual([{ id: '1' }, { id: '1' }]);
    expect(asked).toEqual(['api.network.test', 'api.network.test']);
  });

  it('a certificate for another name means that nothing was sent', async () => {
    const { origin, asked, http } = await openTls('elsewhere.test');
    await expect(http({ method: 'POST', url: origin, effect: 'public', signal })).rejects.toMatchObject({
      code: 'network_unavailable',
      outcome: 'not_sent',
    });
    expect(asked).toEqual([]);
  });
});

it('plain http to a host that is not exempt is refused for network calls, before its name is resolved', async () => {
  const resolve = () => expect.fail('asked');
  const http = createHttp({ egress: { ...NOBODY, resolve } });
  await expect(
    http({ method: 'GET', url: 'http://api.example.com/', effect: 'read', signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    facts: {
      code: 'network_unavailable',
      outcome: 'not_sent',
      message: 'The call was refused: its address is not one this service may contact. Nothing was sent.',
    },
  });
  await http.close();
});

it('a TLS handshake that does not end is aborted', async () => {
  const { port } = await canary();
  const connector = guardedConnector({ ...NOBODY, allowedHosts: ['127.0.0.1'] }, { connectTimeoutMs: 20 });
  const outcome = await new Promise((done) =>
    connector(
      { protocol: 'https:', hostname: '127.0.0.1', host: `127.0.0.1:${port}`, port: String(port) },
      (...[error]) => done(error),
    ),
  );
  expect(outcome).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
});
