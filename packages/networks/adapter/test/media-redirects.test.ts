import { createServer as createTlsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { closedPort, listen, serve } from './loopback.ts';
import { fileOf } from './media-bytes.ts';
import { factsOf, openSource, request, useSources } from './open-source.ts';
import { selfSigned } from './self-signed.ts';

useSources();

describe('redirects', () => {
  /** `/3` redirects to `/2`, `/2` to `/1`, `/1` to `/0`, the file. */
  const chain = (statusCode: number, requests: string[] = []) =>
    serve((incoming, response) => {
      requests.push(String(incoming.url));
      const left = Number(incoming.url?.slice(1));
      if (left === 0) response.end(fileOf('image/jpeg', 50));
      else response.writeHead(statusCode, { location: `/${left - 1}`, 'set-cookie': 'a=b' }).end('moved');
    });

  it.each([301, 302, 303, 307, 308])('%i is followed three times', async (statusCode) => {
    const { port } = await chain(statusCode);
    expect((await openSource().media.open(request(port, { url: `http://127.0.0.1:${port}/3` }))).size).toBe(50);
  });

  it('are not followed a fourth time', async () => {
    const requests: string[] = [];
    const { port } = await chain(302, requests);
    expect(await factsOf(openSource().media.open(request(port, { url: `http://127.0.0.1:${port}/4` })))).toEqual({
      code: 'media_unreachable',
      outcome: 'not_sent',
      message: 'mediaItems[2] could not be fetched: its address redirects too often or from https to http.',
      remedy: 'Use the final URL of the file.',
      mediaIndex: 2,
      retryAfterMs: undefined,
    });
    expect(requests).toEqual(['/4', '/3', '/2', '/1']);
  });

  const unreachable = {
    code: 'media_unreachable',
    outcome: 'not_sent',
    message: 'mediaItems[2] could not be fetched: its address gave no answer.',
    remedy: 'Check that the URL opens from the public internet, without sign-in.',
    mediaIndex: 2,
    retryAfterMs: 1_000,
  };

  it.each([
    ['to this machine', 'http://127.0.0.1:{port}/secret'],
    ['to this machine by another notation', 'http://0x7f.1:{port}/secret'],
    ['to this machine by a name', 'http://inside.test:{port}/secret'],
    ['to the metadata service', 'http://169.254.169.254/latest/'],
    ['to a file', 'file:///etc/passwd'],
    ['to a port of another service', 'http://media.test:22/'],
    ['with a user and password', 'http://user:pass@media.test/'],
    ['to nowhere', 'http://[::1/'],
  ])('%s are refused, with the same words as an address that does not answer', async (_where, location) => {
    let secrets = 0;
    const inside = await serve((_request, response) => response.end(String(++secrets)));
    const outside = await serve((_request, response) =>
      response.writeHead(302, { location: location.replace('{port}', String(inside.port)) }).end(),
    );
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const { media } = openSource({ egress: { allowedHosts: [`media.test:${outside.port}`], resolve } });
    expect(await factsOf(media.open(request(0, { url: `http://media.test:${outside.port}/file` })))).toEqual(
      unreachable,
    );
    expect(await factsOf(media.open(request(0, { url: `http://127.0.0.1:${await closedPort()}/` })))).toEqual(
      unreachable,
    );
    expect(secrets).toBe(0);
  });

  it('without an address count as any other answer', async () => {
    const { port } = await serve((_request, response) => response.writeHead(302).end());
    expect(await factsOf(openSource().media.open(request(port)))).toMatchObject({
      message: 'mediaItems[2] could not be fetched: its address answered with status 302.',
    });
  });

  it('from https to http are refused', async () => {
    const identity = selfSigned('media.test');
    const systemCertificates = getCACertificates('default');
    setDefaultCACertificates([identity.cert]);
    let plain = 0;
    const http = await serve((_request, response) => response.end(String(++plain)));
    const https = await listen(
      createTlsServer(identity, (_request, response) =>
        response.writeHead(302, { location: `http://media.test:${http.port}/file` }).end(),
      ),
    );
    const { media } = openSource({ egress: { resolve: () => Promise.resolve(['127.0.0.1']) } });
    const facts = await factsOf(media.open(request(0, { url: `https://media.test:${https.port}/file` })));
    setDefaultCACertificates(systemCertificates);
    expect(facts).toMatchObject({
      code: 'media_unreachable',
      message: 'mediaItems[2] could not be fetched: its address redirects too often or from https to http.',
    });
    expect(plain).toBe(0);
  });
});
