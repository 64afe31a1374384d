import type { LoggedRequest } from '@fanfare/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide, linkFor, open, press, REDIRECT_URL } from '../../connect-steps.ts';
import { type Project, startTestServer, type TestServer } from '../../harness.ts';
import { leaksIn, recordAnswers } from '../../leaks.ts';
import { dumpOf } from '../../leaving/dump.ts';
import { until } from '../../until.ts';

const NETWORKS = ['instagram', 'threads', 'x', 'linkedin'];
const HOUR_MS = 3_600_000;

let server: TestServer;
/** Every secret, by its origin. */
const secrets = new Map<string, string>();
/** Everything that callers and users saw. */
const answers: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'trace' } });
  // Partners get refresh tokens.
  await server.sandbox.control('linkedin', 'app', { clientId: 'sandbox-linkedin-app', partner: true });
  const project = recordAnswers(await server.createProject(), answers);
  secrets.set('API key', project.apiKey);

  const accounts: string[] = [];
  for (const platform of NETWORKS) accounts.push(await connect(project, platform));
  const platforms = NETWORKS.map((platform, i) => ({ platform, accountId: accounts[i] }));
  const mediaItems = [{ type: 'image', url: server.sandbox.sample('harbour.jpg') }];
  const publish = (content: string) => project.publish({ content, mediaItems, platforms });

  await publish('As usual.');
  // X renews its token after two hours, which uses the refresh token.
  server.clock.advance(3 * HOUR_MS);
  await publish('Hours later.');
  await collectFromNetworks();

  // Networks that repeat what they received, each in its own words.
  for (const platform of NETWORKS) await echo(platform);
  await publish('Echoed.');
  await server.sandbox.removeFaults();

  // And a database whose stored values cannot be opened.
  await server.db.query({ text: 'update credentials set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)' });
  await publish('Unreadable.');
  await project.call('GET', '/api/v1/accounts?includeRevoked=true');
  await project.call('GET', '/api/v1/posts');
  await fetch(`${server.baseUrl}/nothing/${project.apiKey}?key=${project.apiKey}`);
  await project.call('GET', `/api/v1/posts/${project.apiKey}`);
});
afterAll(() => server.stop());

async function connect(project: Project, platform: string): Promise<string> {
  const link = await linkFor(project, { platform, redirectUrl: REDIRECT_URL });
  const pressed = await press(link);
  const callback = await decide(pressed.consent);
  const back = await open(callback, 'GET', pressed.cookie);
  answers.push((await open(link)).html, back.html, back.location!.href);
  // The link is for the caller to show to one person; it does not belong in the log.
  secrets.set(`${platform} link`, link.split('/').at(-1)!);
  secrets.set(`${platform} state`, pressed.consent.searchParams.get('state')!);
  secrets.set(`${platform} browser`, pressed.cookie.split('=')[1]!);
  secrets.set(`${platform} code`, callback.searchParams.get('code')!);
  return back.location!.searchParams.get('accountId')!;
}

/**
 * Collects what the networks received: tokens in headers, queries and forms, the app's secret, the
 * PKCE verifier.
 */
async function collectFromNetworks(): Promise<void> {
  for (const network of NETWORKS) {
    for (const request of await server.sandbox.requests(network)) {
      for (const [name, value] of secretsOf(request)) secrets.set(`${network} ${name} ${secrets.size}`, value);
    }
  }
}

function secretsOf(request: LoggedRequest): [string, string][] {
  const fields = [...new URLSearchParams(request.query), ...new URLSearchParams(request.body ?? '')];
  const named = fields.filter(([name]) => /token$|client_secret|code_verifier/.test(name) && name !== 'input_token');
  const [scheme, token] = String(request.headers.authorization ?? '').split(' ');
  const header: [string, string][] = token ? [[scheme!, token]] : [];
  return [...named, ...header].filter(([, value]) => value.length > 12);
}

async function echo(network: string): Promise<void> {
  const calls = await server.sandbox.requests(network);
  const token = calls.flatMap(secretsOf).findLast(([name]) => /^(access_token|Bearer)$/.test(name))![1];
  const words = `Bad token ${token} (${JSON.stringify({ access_token: token })})`;
  const body = {
    instagram: { error: { message: words, type: 'OAuthException', code: 100, fbtrace_id: 'A' } },
    threads: { error: { message: words, type: 'OAuthException', code: 100, fbtrace_id: 'A' } },
    x: { title: 'Bad Request', detail: words, type: 'about:blank', status: 400, errors: [{ message: words }] },
    linkedin: { message: words, code: 'BAD', status: 400, serviceErrorCode: 1 },
  }[network];
  await server.sandbox.fail({ network, method: 'POST', action: 'status', status: 400, body, times: 20 });
}

const found = (text: string): string[] => leaksIn(text, secrets);

test('the test has secrets to look for: every network issued tokens, codes and states, and renewals happened', () => {
  const names = [...secrets.keys()].join('\n');
  for (const network of NETWORKS) {
    for (const kind of ['link', 'state', 'browser', 'code']) expect(names).toContain(`${network} ${kind}`);
    expect(names).toMatch(new RegExp(`${network} (access_token|Bearer)`));
  }
  expect(names).toMatch(/x refresh_token/);
  expect(names).toMatch(/x code_verifier/);
  expect(secrets.size).toBeGreaterThan(25);
});

test('the log, at its most verbose level, contains none of them', () => {
  expect(server.log().split('\n').length).toBeGreaterThan(50);
  expect(found(server.log())).toEqual([]);
});

test('no answer and no page contains any of them, except for the requested link', () => {
  const shown = answers.join('\n');
  expect(shown).toContain('Bad token');
  expect(found(shown)).toEqual(NETWORKS.map((network) => `${network} link`));
});

describe('the database', () => {
  test('contains none of them in any row of any table, in any encoding', async () => {
    // The request log is written in batches, beside the requests.
    await until(async () => {
      const { rowCount } = await server.db.query({
        text: `select 1 from request_log where path like '/api/v1/posts/%'`,
      });
      return rowCount === 1 || null;
    });
    const dump = await dumpOf(server.db);
    expect(dump.join('\n')).toContain('Bad token');
    expect(found(dump.join('\n'))).toEqual([]);
  });

  test('stores only the hash of an API key', async () => {
    const { rows } = await server.db.query<{ display: string; bytes: number }>({
      text: 'select display, length(key_sha256) as bytes from api_keys',
    });
    const key = secrets.get('API key')!;
    expect(rows).toEqual([{ display: `${key.slice(0, 15)}…${key.slice(-4)}`, bytes: 32 }]);
  });
});
