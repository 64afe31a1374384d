import { API_KEY, factsOf, makeIo, type Reply, type Script, scriptedHub } from '@fanfare/hub/testing';
import { Secret } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createWordpress } from '../src/index.ts';
import { refusal } from './replies.ts';

const driver = createWordpress();
const KEYS = { 'application-passwords': {} };
const root = (home: string, url = home): Reply => ({
  json: { name: 'Bakery', namespaces: ['wp/v2'], home, url, authentication: KEYS },
});
const AUTHOR: Reply = { json: { id: 7, username: 'ann', capabilities: { publish_posts: true, upload_files: true } } };
const ME = '/wp/v2/users/me';

async function connect(script: Script, path: string) {
  const server = await scriptedHub(script);
  const key = { url: `${server.url}${path}`, apiUrl: null, username: 'ann', apiKey: new Secret(API_KEY) };
  const connected = driver.connect(makeIo(), key);
  connected.catch(() => {});
  return { server, connected };
}

/** Addresses of the requests that had the key. */
const withKey = (server: Awaited<ReturnType<typeof scriptedHub>>) =>
  server.requests.filter(({ headers }) => headers.authorization !== undefined).map(({ path }) => path);

describe('the hub of an address', () => {
  it.each(['', '/2026/11/rye-is-back', '/wp-json'])(
    'is the home of the site, whatever path was given: %j',
    async (path) => {
      const { server, connected } = await connect({ 'GET /': root('{url}'), [`GET ${ME}`]: AUTHOR }, path);
      const site = { apiUrl: server.url, keyOrigins: [server.url], name: 'Bakery' };
      expect(await connected).toEqual({ ok: true, user: { site, home: server.url, remoteId: '7', username: 'ann' } });
      expect(withKey(server)).toEqual(['/']);
      expect(await driver.findHome?.(makeIo(), `${server.url}${path}`)).toBe(server.url);
    },
  );

  it('is the site in a folder', async () => {
    const { server, connected } = await connect({ 'GET /': root('{url}/blog/'), [`GET ${ME}`]: AUTHOR }, '/blog/rye');
    expect(await connected).toMatchObject({
      user: { home: `${server.url}/blog`, site: { apiUrl: `${server.url}/blog` } },
    });
    expect(withKey(server)).toEqual(['/blog/']);
  });

  it('is not the home that a site claims while the API there says something else', async () => {
    // The first answer is of the address that was given, the second of the home that it claims.
    const script = { 'GET /': [root('{url}'), root('{url}/another')], [`GET ${ME}`]: AUTHOR };
    const { server, connected } = await connect(script, '/~eve');
    const answer = await connected;
    expect(answer).toMatchObject({ user: { site: { apiUrl: `${server.url}/~eve` } } });
    expect(answer).not.toHaveProperty('user.home');
  });

  it('is not on another host, whatever the site says', async () => {
    const { connected } = await connect({ 'GET /': root('https://victim.test'), [`GET ${ME}`]: AUTHOR }, '');
    expect(await connected).not.toHaveProperty('user.home');
  });
});

describe('a site whose API is found elsewhere', () => {
  const NOT_FOUND: Reply = { status: 404, text: '<html>Not found</html>' };

  it.each([
    ['its page names it', { headers: { link: '<{url}/wp-json/>; rel="https://api.w.org/"' }, text: '' }],
    ['it is where it usually is', { text: '<html>' }],
  ])('is called there, where %s', async (_, home) => {
    const script = {
      'GET /': [NOT_FOUND, home],
      'GET /wp-json/': root('{url}'),
      'GET /wp-json/wp/v2/users/me': AUTHOR,
    };
    const { server, connected } = await connect(script, '');
    expect(await connected).toMatchObject({ user: { home: server.url, site: { apiUrl: `${server.url}/wp-json/` } } });
    expect(withKey(server)).toEqual(['/wp-json/wp/v2/users/me']);
  });

  it('is not called on another origin', async () => {
    const elsewhere = await scriptedHub({});
    const link = { link: `<${elsewhere.url}/wp-json/>; rel="https://api.w.org/"` };
    const { connected } = await connect({ 'GET /': [NOT_FOUND, { headers: link }], 'GET /wp-json/': NOT_FOUND }, '');
    expect((await factsOf(connected)).code).toBe('content_rejected');
    expect(elsewhere.lines()).toEqual([]);
  });
});

describe('a site that shows its API to nobody without a key', () => {
  const CLOSED = refusal(401, 'rest_login_required', 'Only members.');

  it('is connected with the key', async () => {
    const { server, connected } = await connect({ 'GET /': [CLOSED, root('{url}')], [`GET ${ME}`]: AUTHOR }, '');
    expect(await connected).toMatchObject({ ok: true, user: { home: server.url, site: { name: 'Bakery' } } });
  });

  it('is connected without a name where it hides that from its users as well', async () => {
    const { server, connected } = await connect({ 'GET /': CLOSED, [`GET ${ME}`]: AUTHOR }, '');
    expect(await connected).toMatchObject({ user: { site: { name: '', apiUrl: server.url } } });
  });

  it('says that it refuses the key', async () => {
    const { connected } = await connect({ 'GET /': CLOSED, [`GET ${ME}`]: refusal(401, 'rest_login_required') }, '');
    expect((await factsOf(connected)).code).toBe('credential_rejected');
  });
});

describe('what is wrong, and what to do, is named', () => {
  const OPEN = root('{url}');
  const basic = { 'www-authenticate': 'Basic realm="Staging"' };
  const warning = '<br />\n<b>Warning</b>: Undefined variable $x in plugin.php<br />\n';
  const noisy = { text: `${warning}${JSON.stringify({ name: 'x', namespaces: ['wp/v2'] })}<!-- cached -->` };
  const firewall = { status: 403, text: '<html>Blocked</html>' };

  it.each<[string, Script, string, RegExp]>([
    [
      'a redirect to www',
      { 'GET /': { status: 301, headers: { location: 'https://www.hub.test/?rest_route=/' } } },
      'content_rejected',
      /^The site redirects to https:\/\/www\.hub\.test, .*Connect with that address\.$/,
    ],
    [
      'a redirect to a login page',
      { 'GET /': { status: 302, headers: { location: '/wp-login.php?redirect_to=x' } } },
      'network_unavailable',
      /page for signing in\. Allow this service/,
    ],
    ['a firewall', { 'GET /': firewall, 'GET /wp-json/': firewall }, 'network_unavailable', /firewall, .* 403\. Allow/],
    [
      'a staging password',
      { 'GET /': { status: 401, headers: basic }, 'GET /wp-json/': { status: 401, headers: basic } },
      'network_unavailable',
      /password of its own, as staging sites do/,
    ],
    [
      'a PHP warning around each answer',
      { 'GET /': noisy, 'GET /wp-json/': noisy },
      'network_unavailable',
      /other text around its JSON \(`<br \/> <b>Warning<\/b>: Undefined.*`\)\. Switch off display_errors/,
    ],
    [
      'a firewall that lets visitors through',
      { 'GET /': OPEN, [`GET ${ME}`]: firewall },
      'network_unavailable',
      /firewall/,
    ],
    [
      'a PHP warning around the user alone',
      { 'GET /': OPEN, [`GET ${ME}`]: { text: `${warning}{"id":7}` } },
      'network_unavailable',
      /display_errors/,
    ],
    [
      'application passwords that are switched off',
      {
        'GET /': { json: { name: 'x', namespaces: ['wp/v2'], authentication: [] } },
        [`GET ${ME}`]: refusal(401, 'rest_not_logged_in'),
      },
      'credential_rejected',
      /takes no application passwords/,
    ],
    [
      'a wrong key, or a header that the web server removes',
      { 'GET /': OPEN, [`GET ${ME}`]: refusal(401, 'rest_not_logged_in') },
      'credential_rejected',
      /removes the Authorization header/,
    ],
    [
      'a wrong key',
      { 'GET /': OPEN, [`GET ${ME}`]: refusal(401, 'incorrect_password') },
      'credential_rejected',
      /does not accept this application password/,
    ],
    [
      'a wrong name',
      { 'GET /': OPEN, [`GET ${ME}`]: refusal(401, 'invalid_username') },
      'credential_rejected',
      /no user of this name/,
    ],
  ])('%s', async (_, script, code, message) => {
    const { connected } = await connect(script, '');
    expect(await factsOf(connected)).toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
