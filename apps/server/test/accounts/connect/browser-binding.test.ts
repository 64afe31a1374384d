import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../src/process/free-port.ts';
import { decide, linkFor, open, press, queryOf, REDIRECT_URL } from '../../connect-steps.ts';
import { type Project, startTestServer } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let project: Project;

beforeAll(async () => {
  project = await server.createProject();
});

const newLink = () => linkFor(project, { platform: 'threads', redirectUrl: REDIRECT_URL });

/** The page of a callback that matches no browser. It never redirects. */
function expectRefusal(seen: Awaited<ReturnType<typeof open>>) {
  expect([seen.status, seen.location]).toEqual([400, null]);
  expect(seen.html).toContain('<code>state_invalid</code>');
}

describe('the cookie', () => {
  test('over http only this service can read it, and it ends soon', async () => {
    const { headers } = await press(await newLink());
    const [cookie, ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^fanfare-connect=[\w-]{43}; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  });

  test('over https no other host and no plain connection can set or see it', async () => {
    const port = await freePort(0);
    const secure = await startTestServer({ env: { BASE_URL: 'https://fanfare.example', PORT: String(port) } });
    const local = (address: string | URL) => {
      const url = new URL(address);
      return `http://127.0.0.1:${port}${url.pathname}${url.search}`;
    };
    const { apiKey } = await secure.createProject();
    const started = await fetch(local('https://fanfare.example/api/v1/accounts/connect'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ platform: 'threads', redirectUrl: REDIRECT_URL }),
    });
    const { authUrl } = (await started.json()) as { authUrl: string };
    expect(authUrl).toMatch(/^https:\/\/fanfare\.example\/connect\/[\w-]{43}$/);

    const pressed = await press(local(authUrl));
    expect(pressed.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-fanfare-connect=[\w-]{43}; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(pressed.consent.searchParams.get('redirect_uri')).toBe('https://fanfare.example/oauth/threads/callback');

    const state = pressed.consent.searchParams.get('state')!;
    const callback = local(`https://fanfare.example/oauth/threads/callback?error=access_denied&state=${state}`);
    // A page without https could have set the cookie of the plain name.
    expectRefusal(await open(callback, 'GET', pressed.cookie.replace('__Host-', '')));
    const back = await open(callback, 'GET', pressed.cookie);
    expect(queryOf(back.location)).toEqual({ status: 'error', reason: 'access_denied' });
    await secure.stop();
  });
});

describe('a callback is accepted only from the browser whose button was pressed', () => {
  test('pressing again in the same browser creates a new state and keeps the cookie', async () => {
    const link = await newLink();
    const first = await press(link);
    const second = await press(link, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect(second.consent.searchParams.get('state')).not.toBe(first.consent.searchParams.get('state'));
    expectRefusal(await open(await decide(first.consent), 'GET', first.cookie));
    const back = await open(await decide(second.consent), 'GET', second.cookie);
    expect(queryOf(back.location)).toMatchObject({ status: 'success' });
  });

  test('two flows in one browser do not interfere', async () => {
    const one = await press(await newLink());
    const two = await press(await newLink(), one.cookie);
    expect(two.cookie).toBe(one.cookie);
    const callbacks = [await decide(two.consent, { profile: 'ben' }), await decide(one.consent, { profile: 'cleo' })];
    const backs = [];
    for (const callback of callbacks) backs.push(queryOf((await open(callback, 'GET', one.cookie)).location).username);
    expect(backs).toEqual(['ben', 'cleo']);
  });
});

test('the value that binds a browser is not stored in the database', async () => {
  const pressed = await press(await newLink());
  const secrets = [pressed.cookie.split('=')[1]!, pressed.consent.searchParams.get('state')!];
  const { rows } = await server.db.query<{ row: string }>({
    text: 'select connect_attempts::text as row from connect_attempts',
  });
  for (const secret of secrets) {
    const spellings = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')];
    for (const spelling of spellings) expect(rows.filter(({ row }) => row.includes(spelling))).toEqual([]);
  }
});
