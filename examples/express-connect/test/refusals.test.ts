import { createMock } from '@fanfare/mock';
import { Fanfare } from '@fanfare/sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { createApp } from '../src/app.ts';
import { listen, originOf } from '../src/listen.ts';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/**
 * The app over a mock in memory, and a simple browser: it keeps its cookie and follows the app's
 * own redirects.
 */
async function play() {
  const mock = createMock();
  const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch, maxRetries: 0 });
  const server = await listen(0, (origin) => createApp({ fanfare, origin, imageUrl: '' }));
  ended.push(() => server.close());
  const origin = originOf(server);

  function newBrowser() {
    let cookie = '';
    const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const headers = { ...init.headers, cookie };
      const response = await fetch(new URL(path, origin), { ...init, redirect: 'manual', headers });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      const location = response.headers.get('location') ?? '';
      return location.startsWith('/') ? ask(location) : response;
    };
    const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = { origin }) =>
      ask(path, { method: 'POST', headers, body: new URLSearchParams(form) });
    /** Starts to connect; returns the address to which the app sends the browser. */
    const connect = async (network: string): Promise<string> =>
      (await post(`/connect/${network}`)).headers.get('location') ?? '';
    return { ask, post, connect };
  }
  return { mock, fanfare, origin, newBrowser };
}

/** The visible text of a page. */
const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test.each([
  ['exchange_failed', 'did not complete the connection'],
  ['permissions_missing', 'leave every box ticked'],
  ['account_not_eligible', 'switch to a Business or Creator account first'],
  ['account_limit_reached', 'Disconnect one you no longer need'],
  ['network_unavailable', 'try again in a few minutes'],
] as const)('%s is explained, with what to do', async (reason, advice) => {
  const { mock, newBrowser } = await play();
  const { ask, connect } = newBrowser();
  const response = await ask(mock.connect.fail(await connect('instagram'), reason) ?? '');
  expect([response.status, await textOf(response)]).toEqual([200, expect.stringContaining(advice)]);
});

test('an unknown reason of a newer server is explained without its code', async () => {
  const { mock, newBrowser } = await play();
  const { ask, connect } = newBrowser();
  const back = mock.connect.deny(await connect('x')) ?? '';
  expect(await textOf(await ask(back.replace('access_denied', 'full_moon')))).toContain(
    'X: The account was not connected. Please try again.',
  );
});

test('writing the id of another user’s account into the address does not take it over', async () => {
  const { mock, fanfare, newBrowser } = await play();
  const [ann, eve] = [newBrowser(), newBrowser()];
  const connected = mock.connect.approve(await ann.connect('x'), { username: 'ann' }) ?? '';
  await ann.ask(connected);
  const own = new URL(mock.connect.deny(await eve.connect('x')) ?? '');
  const forged = new URL(connected);
  forged.searchParams.set('state', own.searchParams.get('state') ?? '');
  expect((await eve.ask(forged.href)).status).toBe(400);
  const { accounts } = await fanfare.accounts.list();
  expect((await eve.post(`/accounts/${accounts[0]?.id}/disconnect`)).status).toBe(404);
  expect(await textOf(await eve.ask('/'))).not.toContain('ann');
  expect((await fanfare.accounts.list()).accounts).toMatchObject([{ username: 'ann', status: 'active' }]);
});

test('a flow started in another browser is not finished here, and does not affect this one', async () => {
  const { mock, newBrowser } = await play();
  const [ann, eve] = [newBrowser(), newBrowser()];
  const annsLink = await ann.connect('x');
  const evesAddress = mock.connect.deny(await eve.connect('x')) ?? '';
  expect((await ann.ask(evesAddress)).status).toBe(400);
  const annsAddress = mock.connect.approve(annsLink, { username: 'ann' }) ?? '';
  expect(await textOf(await ann.ask(annsAddress))).toContain('X: ann is connected.');
  expect((await ann.ask(annsAddress)).status).toBe(400);
});

test('forms of other sites are refused, and so are callbacks without a started flow', async () => {
  const { newBrowser, mock } = await play();
  const { ask, post } = newBrowser();
  expect((await post('/connect/x', {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await ask('/connected?state=made-up&status=success&accountId=acc_1&platform=x&username=ada')).status).toBe(
    400,
  );
  expect((await post('/connect/myspace')).status).toBe(404);
  expect(mock.requests.of('accounts.connect')).toEqual([]);
});

test('scripts and other sites cannot read the cookie', async () => {
  const { origin } = await play();
  const [cookie = ''] = (await fetch(origin)).headers.getSetCookie();
  expect(cookie).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('an expired account offers to reconnect, and stays the same account', async () => {
  const { mock, newBrowser, fanfare } = await play();
  const { ask, connect } = newBrowser();
  await ask(mock.connect.approve(await connect('instagram')) ?? '');
  const [before] = (await fanfare.accounts.list()).accounts;
  mock.accounts.expire(before?.id ?? '');
  expect(await textOf(await ask('/'))).toContain('ada has to be connected again Reconnect ada');
  expect(await textOf(await ask(mock.connect.approve(await connect('instagram')) ?? ''))).toContain('ada is connected');
  expect((await fanfare.accounts.list()).accounts).toEqual([before]);
});

test('Fanfare’s refusal appears above the user’s page', async () => {
  const { mock, newBrowser } = await play();
  const { ask, post, connect } = newBrowser();
  const publish = async (content: string) => textOf(await post('/publish', { content, formId: content.slice(0, 9) }));
  expect(await publish('Hello')).toContain('Connect an account first.');
  await ask(mock.connect.approve(await connect('x'), { username: '<b>ada</b>' }) ?? '');
  expect(await publish('x'.repeat(300))).toContain('280 is the limit');
  mock.networks.x.failNext('duplicate_content');
  expect(await publish('Hello again')).toMatch(/X, &#60;b&#62;ada&#60;\/b&#62; Failed The network refuses a post/);
  mock.seed.plan('free');
  mock.seed.usage(1000);
  expect(await publish('Once more')).toContain('posts are used up; there are new ones on 2026-12-01');
});

test('a post whose answer was lost is still in the form; submitted again, it is published once', async () => {
  const { mock, newBrowser, fanfare } = await play();
  const { ask, post, connect } = newBrowser();
  await ask(mock.connect.approve(await connect('x')) ?? '');
  mock.faults.add({ route: 'posts.create', drop: 'after' });
  const form = { formId: 'form-1', content: 'Hello <there>' };
  const page = await textOf(await post('/publish', form));
  expect(page).toContain('Publishing is not available at the moment.');
  expect(page).toContain('Text Hello &#60;there&#62;');
  expect(await textOf(await post('/publish', form))).toContain('X, ada Published');
  expect((await fanfare.posts.list()).posts).toHaveLength(1);
  expect(await textOf(await post('/publish', { ...form, content: 'Another' }))).toContain('X, ada Published');
  expect((await fanfare.posts.list()).posts.map(({ content }) => content)).toEqual(['Another', 'Hello <there>']);
});

test('while Fanfare is down a page says so; a bug of the app is reported to its developers only', async () => {
  const { mock, newBrowser } = await play();
  const { ask } = newBrowser();
  mock.faults.add({ code: 'unavailable' });
  const away = await ask('/');
  expect([away.status, await textOf(away)]).toEqual([503, expect.stringContaining('is not available at the moment')]);
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  ended.push(() => logged.mockRestore());
  mock.faults.add({ code: 'unauthorized' });
  const broken = await ask('/');
  expect([broken.status, await textOf(broken)]).toEqual([500, expect.not.stringContaining('unauthorized')]);
  expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^401 unauthorized: .+ \([\w-]+\)$/));
});
