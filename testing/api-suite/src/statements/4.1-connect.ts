import { expect } from 'vitest';
import type { Api, Project } from '../api.ts';
import { accountsOf, redirectUrl, sentTo, startConnect } from '../connect-walk.ts';
import { NETWORKS } from '../implementation.ts';
import { activeAccount, errorBody, invalidRequest } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';

const authUrl = (api: Api): unknown =>
  expect.toSatisfy(
    (url: unknown) =>
      String(url).startsWith(`${api.baseUrl}/connect/`) && /\/(?:[a-z][a-z0-9]{0,11}\.)?[\w-]{43}$/.test(String(url)),
  );

const ask = async (project: Project, body: object): Promise<string> => {
  const answer = await project.call('POST', '/accounts/connect', { body });
  expect(answer.status).toBe(200);
  return (answer.body as { authUrl: string }).authUrl;
};

/** Starting a connect: what may be asked, and what the link is. */
export const connectStatements: readonly Statement[] = [
  {
    section,
    statement:
      'POST /accounts/connect answers { authUrl } for instagram, threads, x and linkedin: a page of the service',
    async run(api) {
      const project = await api.project();
      for (const platform of NETWORKS) {
        const { status, body } = await project.call('POST', '/accounts/connect', { body: { platform } });
        expect({ status, body }).toEqual({ status: 200, body: { authUrl: authUrl(api) } });
      }
    },
  },
  {
    section,
    statement: 'platform is required, and nothing but instagram, threads, x or linkedin: 400 invalid_request',
    async run(api) {
      const project = await api.project();
      for (const platform of [undefined, null, 'hub', 'facebook', 'X', '', 1, ['x']]) {
        const { status, body } = await project.call('POST', '/accounts/connect', { body: { platform } });
        expect({ status, body }, String(platform)).toEqual({ status: 400, body: invalidRequest('platform') });
      }
    },
  },
  {
    section,
    statement: 'redirectUrl must be a valid URL: https, or http on a loopback host, without user info and fragment',
    async run(api) {
      const project = await api.project();
      const start = (redirectUrl: unknown) =>
        project.call('POST', '/accounts/connect', { body: { platform: 'x', redirectUrl } });
      for (const redirectUrl of [
        'https://app.example.com',
        'https://app.example.com:8443/connected?from=settings&tag=a&tag=b',
        'http://localhost:3000/connected',
        'http://app.localhost/connected',
        'http://127.0.0.1:8080/',
        'http://[::1]:3000/',
      ]) {
        const { status, body } = await start(redirectUrl);
        expect({ status, body }, redirectUrl).toEqual({ status: 200, body: { authUrl: authUrl(api) } });
      }
      for (const redirectUrl of [
        'app.example.com/connected',
        '/connected',
        '',
        'http://app.example.com/connected',
        'ftp://app.example.com/',
        'javascript:alert(1)',
        'myapp://connected',
        'https://ada:secret@app.example.com/',
        'https://app.example.com/#done',
        'https://app.example.com/a b',
        'https:/app.example.com/',
        17,
      ]) {
        const { status, body } = await start(redirectUrl);
        expect({ status, body }, String(redirectUrl)).toEqual({ status: 400, body: invalidRequest('redirectUrl') });
      }
    },
  },
  {
    section,
    statement: 'redirectUrl has at most 2,048 characters',
    async run(api) {
      const project = await api.project();
      const urlOf = (length: number) => `https://app.example.com/${'a'.repeat(length - 24)}`;
      const start = (redirectUrl: string) =>
        project.call('POST', '/accounts/connect', { body: { platform: 'x', redirectUrl } });
      const [longest, longer] = [await start(urlOf(2048)), await start(urlOf(2049))];
      expect({ status: longest.status, body: longest.body }).toEqual({ status: 200, body: { authUrl: authUrl(api) } });
      expect({ status: longer.status, body: longer.body }).toEqual({
        status: 400,
        body: invalidRequest('redirectUrl'),
      });
    },
  },
  {
    section,
    statement: 'every broken field of the body is named',
    async run(api) {
      const project = await api.project();
      const broken = await project.call('POST', '/accounts/connect', {
        body: { platform: 'myspace', profileId: 17, redirectUrl: 'nowhere' },
      });
      expect({ status: broken.status, body: broken.body }).toEqual({
        status: 400,
        body: invalidRequest('platform', 'profileId', 'redirectUrl'),
      });
    },
  },
  {
    section,
    statement: 'each call mints a new link, and no idempotency key changes that',
    async run(api) {
      const project = await api.project();
      const body = { platform: 'x', redirectUrl: 'https://app.example.com/' };
      const headers = { 'Idempotency-Key': 'once' };
      const links = await Promise.all(
        [1, 2, 3].map(async () => (await project.call('POST', '/accounts/connect', { body, headers })).body),
      );
      expect(new Set(links.map((link) => (link as { authUrl: string }).authUrl)).size).toBe(3);
      for (const link of links) {
        const { redirectedTo } = await api.walk((link as { authUrl: string }).authUrl, {
          outcome: 'approve',
          username: api.newName(),
        });
        expect(redirectedTo?.searchParams.get('status')).toBe('success');
      }
    },
  },
  {
    section,
    statement: 'the page of the link names the project, the network and where the user goes next',
    ownProject: 'its name is known',
    async run(api) {
      const project = await api.project();
      const link = await ask(project, {
        platform: 'linkedin',
        redirectUrl: 'https://app.example.com:8443/connected?a=1',
      });
      const page = await api.send({ method: 'GET', path: new URL(link).pathname });
      expect(page.status).toBe(200);
      expect(page.headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(page.headers.get('Cache-Control')).toBe('no-store');
      expect(page.body).toContain('Connect your LinkedIn account to Suite?');
      expect(page.body).toContain('app.example.com:8443');
      expect(page.body).toContain('Continue to LinkedIn');
    },
  },
  {
    section,
    statement: 'opening the page does not use the link up',
    async run(api) {
      const project = await api.project();
      const link = await ask(project, { platform: 'x', redirectUrl: 'https://app.example.com/' });
      const { pathname } = new URL(link);
      for (const [method, path] of [
        ['GET', pathname],
        ['HEAD', pathname],
        ['GET', `${pathname}/`],
        ['GET', `${pathname}?from=mail`],
      ] as const) {
        expect((await api.send({ method, path })).status, `${method} ${path}`).toBe(200);
      }
      const { redirectedTo } = await api.walk(link, { outcome: 'approve', username: api.newName() });
      expect(redirectedTo?.searchParams.get('status')).toBe('success');
    },
  },
  {
    section,
    statement: 'at the plan’s cap of accounts, connecting one more answers 403 account_limit_reached',
    everywhere: true,
    async run(api) {
      const project = await api.project('free');
      await Promise.all([1, 2, 3, 4, 5].map(() => project.connect('x')));
      const { status, body } = await project.call('POST', '/accounts/connect', { body: { platform: 'threads' } });
      expect({ status, body }).toEqual({ status: 403, body: errorBody('account_limit_reached') });
    },
  },
  {
    section,
    statement: 'revoked accounts do not count against the cap',
    async run(api) {
      const project = await api.project('free');
      const accounts = await Promise.all([1, 2, 3, 4, 5].map(() => project.connect('x')));
      const [first] = accounts;
      await project.call('DELETE', `/accounts/${first?.id}`);
      const threads = await project.connect('threads');
      expect(threads).toEqual(activeAccount('threads'));
      const { status, body } = await project.call('POST', '/accounts/connect', { body: { platform: 'linkedin' } });
      expect({ status, body }).toEqual({ status: 403, body: errorBody('account_limit_reached') });
    },
  },
  {
    section,
    statement: 'the link can be had without the confirmation page',
    notInMock: 'CONNECT_CONFIRM_PAGE is a setting of an installation',
    async inside(api, inside) {
      const there = api.on(await inside.other());
      const project = await there.project();
      const link = await startConnect(project, { platform: 'threads', redirectUrl });
      const opened = await there.send({ method: 'GET', path: new URL(link).pathname });
      expect({ status: opened.status, to: opened.headers.get('location') }).toEqual({
        status: 303,
        to: expect.stringContaining('/threads/www/oauth/authorize?'),
      });
      const username = there.newName();
      const end = await there.walk(link, { outcome: 'approve', username });
      expect(sentTo(end).address).toBe(redirectUrl);
      expect(await accountsOf(project)).toEqual([activeAccount('threads', { username })]);
    },
  },
];
