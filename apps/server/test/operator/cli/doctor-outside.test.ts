import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import tls from 'node:tls';
import { selfSigned } from '@fanfare/network/testing/self-signed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { originsInUse } from '../../../src/config/networks.ts';
import { checkAddress, judgeReply } from '../../../src/operator/doctor/check-address.ts';
import { checkDisk } from '../../../src/operator/doctor/check-disk.ts';
import { checkEgress } from '../../../src/operator/doctor/check-egress.ts';
import { checkMail } from '../../../src/operator/doctor/check-mail.ts';
import { checkNetworks } from '../../../src/operator/doctor/check-networks.ts';
import { checkOAuth } from '../../../src/operator/doctor/check-oauth.ts';
import { ok, problem, skipped, warning } from '../../../src/operator/doctor/finding.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { startMailServer } from '../../people/mail/mail-server.ts';

const PASSWORD = 'p4ssword-of-mail';

let web: Server;
let at: string;
let closed: number;

beforeAll(async () => {
  closed = await freePort(0);
  web = createServer((req, res) => {
    if (req.url === '/moved/healthz') res.writeHead(301, { Location: '/' }).end();
    else if (req.url === '/.well-known/oauth-authorization-server/fanfare') res.end(`{"issuer":"${at}/fanfare","a":1}`);
    else res.end('Welcome to nginx!');
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(() => void web.close());

const configOf = (changed: Record<string, string>) =>
  readConfig({
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    X_CLIENT_ID: 'app',
    X_API_URL: `${at}/x/api`,
    X_WEB_URL: `${at}/x/web`,
    ...changed,
  });
const networks = (changed: Record<string, string>) => checkNetworks(configOf(changed).environment);
const mail = (changed: Record<string, string>) => checkMail(configOf(changed).smtp);
const egress = (changed: Record<string, string>) => checkEgress(originsInUse(configOf(changed).environment));
const disk = (changed: Record<string, string>) =>
  checkDisk({ folder: tmpdir(), mediaSpoolBytes: configOf(changed).mediaSpoolBytes });

test('networks: none, a half, a sample text, and an id that is no number', () => {
  expect(networks({ X_CLIENT_ID: '' })).toEqual([
    warning(
      'networks',
      'No network has app credentials: nobody can connect an account, except of a hub.',
      'Set those of the networks you want, see docs/networks/.',
    ),
  ]);
  const wrong = {
    INSTAGRAM_CLIENT_ID: 'my-app',
    INSTAGRAM_CLIENT_SECRET: 'abc',
    THREADS_CLIENT_ID: '123',
    LINKEDIN_CLIENT_ID: '77abc',
    LINKEDIN_CLIENT_SECRET: 'your-client-secret',
    LINKEDIN_API_URL: at,
    LINKEDIN_WWW_URL: at,
    INSTAGRAM_WWW_URL: at,
    THREADS_WWW_URL: at,
  };
  expect(networks(wrong).map(({ message }) => message)).toEqual([
    'INSTAGRAM_CLIENT_ID is not a number.',
    'THREADS_CLIENT_ID is set without THREADS_CLIENT_SECRET.',
    'LINKEDIN_CLIENT_SECRET is a sample text.',
  ]);
});

test('address: not set, not https, development in public, away, moved, somebody else', async () => {
  const address = (changed: Record<string, string>) => checkAddress(configOf(changed));
  expect(await address({ BASE_URL: '' })).toMatchObject({
    state: 'warning',
    fix: 'Set BASE_URL to the public https address.',
  });
  expect(await address({ BASE_URL: 'http://social.example.com' })).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(/^BASE_URL is not https: http:\/\/social\.example\.com\./),
  });
  expect(await address({ BASE_URL: 'https://social.example.com', FANFARE_ENV: 'development' })).toMatchObject({
    state: 'problem',
    fix: 'Remove FANFARE_ENV.',
  });
  expect(await address({ BASE_URL: `http://127.0.0.1:${closed}` })).toMatchObject({
    state: 'problem',
    message: `http://127.0.0.1:${closed}/healthz cannot be reached from this machine (ECONNREFUSED).`,
  });
  expect(await address({ BASE_URL: at.replace('http:', 'https:') })).toMatchObject({
    state: 'problem',
    message: expect.stringMatching(/cannot be reached from this machine \((ERR_SSL_\w+|EPROTO)\)\.$/),
  });
  expect(await address({ BASE_URL: `${at}/moved` })).toMatchObject({
    state: 'problem',
    fix: 'Set BASE_URL to the address that it redirects to.',
  });
  expect(await address({ BASE_URL: `${at}/other` })).toMatchObject({
    state: 'problem',
    message: `${at}/other/healthz answers 200, and not as Fanfare does.`,
  });
  const reply = { status: 200, text: '{"status":"ok"}' };
  const baseUrl = 'https://social.example.com';
  expect(judgeReply({ baseUrl, trustProxy: 1 }, reply)).toEqual(ok('address', `${baseUrl} answers.`));
  expect(judgeReply({ baseUrl, trustProxy: 0 }, reply)).toMatchObject({
    state: 'warning',
    fix: 'Set TRUST_PROXY to the number of proxies in front.',
  });
});

test('oauth: no address, cells, not https, metadata that are away or of another issuer, and where clients look', async () => {
  const oauth = (changed: Record<string, string>) => checkOAuth(configOf(changed));
  const peers = { CELL: 'eu1', CELL_PEERS: 'us1=http://127.0.0.1:1', CELL_SECRET: 's'.repeat(32) };
  expect(await oauth({ BASE_URL: '' })).toEqual(skipped('oauth', 'BASE_URL is not set.'));
  expect(await oauth({ BASE_URL: at, ...peers })).toEqual(
    skipped('oauth', 'People connect no apps in cells: programs need an API key (docs/oauth.md).'),
  );
  expect(await oauth({ BASE_URL: 'http://social.example.com' })).toEqual(
    warning(
      'oauth',
      'Nobody can connect an app: its tokens would travel to http://social.example.com in the clear.',
      'Set BASE_URL to the public https address.',
    ),
  );
  const metadata = '/.well-known/oauth-authorization-server';
  const lost = (base: string, found: string, fix: string) =>
    warning(
      'oauth',
      `Apps do not find how people connect them: ${new URL(base).origin}${metadata}${new URL(base).pathname.replace(/^\/$/, '')} ${found}, without the issuer ${base}.`,
      fix,
    );
  expect(await oauth({ BASE_URL: `http://127.0.0.1:${closed}` })).toEqual(
    lost(`http://127.0.0.1:${closed}`, 'cannot be reached (ECONNREFUSED)', 'Check where the proxy leads.'),
  );
  expect(await oauth({ BASE_URL: `${at}/other` })).toEqual(
    lost(`${at}/other`, 'answers 200', `Send ${metadata}/other of the proxy to Fanfare as well.`),
  );
  expect(await oauth({ BASE_URL: `${at}/fanfare` })).toEqual(
    ok('oauth', `Apps find how people connect them at ${at}${metadata}/fanfare.`),
  );
});

test('mail: none, a server that is away, and a login that is refused, without the password', async () => {
  expect(await mail({ SMTP_URL: '' })).toMatchObject({ state: 'warning' });
  expect(await mail({ SMTP_URL: `smtp://127.0.0.1:${closed}` })).toEqual(
    problem(
      'mail',
      `The mail server 127.0.0.1:${closed} cannot be used (ESOCKET CONN).`,
      'Check host, port, user and password of SMTP_URL, and whether this machine may reach the port.',
    ),
  );
  const own = selfSigned('localhost');
  const strict = await startMailServer({ tls: own, login: { user: 'ada', password: 'another' } });
  const withLogin = { SMTP_URL: `smtp://ada:${PASSWORD}@localhost:${strict.port}` };
  const trusted = tls.getCACertificates('default');
  const untrusted = await mail(withLogin);
  tls.setDefaultCACertificates([...trusted, own.cert]);
  const refused = await mail(withLogin);
  tls.setDefaultCACertificates(trusted);
  await strict.stop();
  expect(untrusted.message).toBe(`The mail server localhost:${strict.port} cannot be used (ESOCKET CONN).`);
  expect(refused.message).toBe(`The mail server localhost:${strict.port} cannot be used (EAUTH 535 AUTH PLAIN).`);
});

test('egress: an address of a network that cannot be reached is named', async () => {
  expect(await egress({ X_API_URL: `http://127.0.0.1:${closed}` })).toEqual(
    problem(
      'egress',
      `This machine does not reach http://127.0.0.1:${closed} (ECONNREFUSED).`,
      'Allow outgoing https to these hosts in the firewall, and check DNS.',
    ),
  );
  expect(await egress({ X_CLIENT_ID: '' })).toEqual(skipped('egress', 'No network has app credentials.'));
});

test('disk: less free than MEDIA_SPOOL_BYTES, and too little for a large video', async () => {
  expect(await disk({ MEDIA_SPOOL_BYTES: `${2 ** 50}` })).toMatchObject({
    state: 'problem',
    fix: 'Free disk space, or lower MEDIA_SPOOL_BYTES.',
  });
  expect(await disk({ MEDIA_SPOOL_BYTES: `${1024 ** 2}` })).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/may use 1 MiB\. A large video does not fit\.$/),
  });
});
