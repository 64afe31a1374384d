import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '@fanfare/network/testing/self-signed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../people/sign-in/browser.ts';
import { type Person, REDIRECT, requestOf, useOAuth } from './use-oauth.ts';

/** Addresses that were requested, of every host. */
const requests: string[] = [];

/** A host that answers each address with a document about itself, and `/moved` with a redirect. */
async function startHost(certificate: { readonly key: string; readonly cert: string }) {
  const host: Server = createServer(certificate, (req, res) => {
    const address = `${origin}${req.url}`;
    requests.push(address);
    if (req.url === '/moved.json') return void res.writeHead(302, { location: `${origin}/app.json` }).end();
    const document = { client_id: address, client_name: 'Harbour Agent', redirect_uris: [REDIRECT] };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;
  const origin = `https://localhost:${port}`;
  return { host, origin, allowed: `localhost:${port}` };
}

const certificates = {
  own: selfSigned('localhost'),
  other: selfSigned('app.example'),
  unknown: selfSigned('localhost'),
};
const own = await startHost(certificates.own);
const ofOther = await startHost(certificates.other);
const unknown = await startHost(certificates.unknown);
const notAllowed = await startHost(certificates.own);
const hosts = [own, ofOther, unknown, notAllowed];

const { person } = useOAuth({
  EGRESS_ALLOWED_HOSTS: ['127.0.0.1', own.allowed, ofOther.allowed, unknown.allowed].join(),
});
const trusted = getCACertificates('default');
let ada: Person;
beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificates.own.cert, certificates.other.cert]);
  ada = await person();
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  for (const { host } of hosts) host.close();
});

const shown = async (address: string) => {
  requests.length = 0;
  const { status, html } = await ada.get(`/oauth/authorize?${requestOf(address).query}`);
  return { status, text: textOf({ html } as never), requests: [...requests] };
};

test('a document is read over https, and its host is who asks', async () => {
  const address = `${own.origin}/app.json`;
  expect(await shown(address)).toEqual({
    status: 200,
    text: expect.stringContaining(`Who asks ${own.allowed} Answer goes to app.example`),
    requests: [address],
  });
});

test.each([
  ['has a certificate of nobody known', `${unknown.origin}/app.json`, []],
  ['has a certificate for another host', `${ofOther.origin}/app.json`, []],
  ['leads somewhere else', `${own.origin}/moved.json`, [`${own.origin}/moved.json`]],
  ['is in a private network', `${notAllowed.origin}/app.json`, []],
])('a document whose host %s is not read, and nothing says why', async (_what, address, requested) => {
  expect(await shown(address)).toEqual({
    status: 400,
    text: expect.stringContaining(`Its document at ${new URL(address).host} cannot be read. Nothing was sent to it.`),
    requests: requested,
  });
});
