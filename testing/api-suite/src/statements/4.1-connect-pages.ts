import { expect } from 'vitest';
import { FORM_TYPE, openForm, pressButton, redirectUrl, sentTo, startConnect } from '../connect-walk.ts';
import type { WireAnswer } from '../implementation.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';

/** Headers of every answer below the address of the service, redirects included. */
const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-powered-by': null,
  'x-request-id': ANY.requestId,
  'x-xss-protection': '0',
};

/** No script, no outside request, not framed; `forms` is a pattern of where its forms may lead. */
const policyWith = (forms: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^default-src 'none'; img-src data:; style-src 'sha256-[\\w+/]{43}='; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'$`,
    ),
  );

const pageWith = (forms: string, referrerPolicy = 'no-referrer') => ({
  ...ALWAYS,
  'referrer-policy': referrerPolicy,
  'cache-control': 'no-store',
  'content-security-policy': policyWith(forms),
  'content-type': 'text/html; charset=utf-8',
  location: null,
});

/** Picks the headers that are named; others belong to the connection. */
const headersOf = ({ headers }: WireAnswer, named: object): unknown =>
  Object.fromEntries(Object.keys(named).map((name) => [name, headers.get(name)]));

/** Headers that control how browsers treat the pages. */
export const connectPagesStatements: readonly Statement[] = [
  {
    section,
    statement:
      'every page forbids scripts, frames, caches and referrers to other sites, and its forms lead to the network and to redirectUrl alone',
    async run(api) {
      const project = await api.project();
      const unknown = [
        '/connect/unknown',
        '/oauth/x/callback?code=a&state=b',
        '/oauth/myspace/callback',
        '/connect/%ff',
      ];
      const pages: [path: string, status: number, forms: string][] = unknown.map((path) => [path, 400, "'self'"]);
      // Any https address will do: networks move between hosts of their own.
      for (const [to, forms] of [
        ['http://127.0.0.1:3000/done', "'self' (https:|http://\\S+) http://127\\.0\\.0\\.1:3000"],
        [redirectUrl, "'self'( http://\\S+)? https:"],
        [undefined, "'self' (https:|http://\\S+)"],
      ] as const) {
        const link = await startConnect(project, { platform: 'threads', ...(to && { redirectUrl: to }) });
        pages.push([new URL(link).pathname, 200, forms]);
      }
      for (const [path, status, forms] of pages) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await api.send({ method, path });
          // The service's own form is sent with its origin.
          const headers = pageWith(forms, status === 200 ? 'same-origin' : 'no-referrer');
          const got = { status: answer.status, headers: headersOf(answer, headers), body: answer.body };
          const body = method === 'HEAD' ? undefined : expect.stringMatching(/^<!doctype html>/i);
          expect(got, `${method} ${path}`).toEqual({ status, headers, body });
        }
      }
    },
  },
  {
    section,
    statement: 'the button leads on with 303, not cached and without a referrer',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const link = await startConnect(project, { platform: 'x', redirectUrl });
      const answer = await pressButton(api, await openForm(api, link));
      const expected = { ...ALWAYS, 'cache-control': 'no-store', location: ANY.url };
      expect({ status: answer.status, headers: headersOf(answer, expected) }).toEqual({
        status: 303,
        headers: expected,
      });
    },
  },
  {
    section,
    statement:
      'the button takes a form of at most 1,024 bytes; a longer one is answered by a page, and the link stays good',
    async run(api) {
      const project = await api.project();
      const link = await startConnect(project, { platform: 'x', redirectUrl });
      const form = await openForm(api, link);
      const press = (more: string, type?: string) => pressButton(api, { ...form, body: `${form.body}&${more}` }, type);
      const room = 1_023 - form.body.length;
      expect((await press('a'.repeat(room))).status).toBe(303);
      for (const [more, type] of [
        ['a'.repeat(room + 1), FORM_TYPE],
        ['ü'.repeat(513), FORM_TYPE],
        ['a', `${FORM_TYPE}; charset=latin9`],
      ] as const) {
        const page = await press(more, type);
        expect({ status: page.status, headers: headersOf(page, pageWith("'self'")), body: page.body }).toEqual({
          status: 400,
          headers: pageWith("'self'"),
          body: expect.stringContaining('state_invalid'),
        });
      }
      expect((await press('a', `${FORM_TYPE}; charset="UTF-8"`)).status).toBe(303);
      const end = sentTo(await api.walk(link, { outcome: 'deny' }));
      expect(end.query).toContainEqual(['reason', 'access_denied']);
    },
  },
  {
    section,
    statement:
      'the button works only with the token of the form of its own link; anything else gets a page with 403, and the link stays valid',
    async run(api) {
      const project = await api.project();
      const [link, other] = [
        await startConnect(project, { platform: 'x', redirectUrl }),
        await startConnect(project, { platform: 'x', redirectUrl }),
      ];
      const [form, ofOther] = [await openForm(api, link), await openForm(api, other)];
      const headers = [...form.headers, ...ofOther.headers.slice(1)];
      for (const [body, type] of [
        ['', FORM_TYPE],
        ['form_token=', FORM_TYPE],
        [`form_token=${'a'.repeat(43)}`, FORM_TYPE],
        [ofOther.body, FORM_TYPE],
        [form.body.toUpperCase(), FORM_TYPE],
        // What is no form is not read.
        [form.body, 'text/plain'],
      ] as const) {
        const page = await pressButton(api, { ...form, headers, body }, type);
        expect({ status: page.status, headers: headersOf(page, pageWith("'self'")), body: page.body }, body).toEqual({
          status: 403,
          headers: pageWith("'self'"),
          body: expect.stringContaining('Nothing was connected'),
        });
      }
      expect((await pressButton(api, form)).status).toBe(303);
      const end = sentTo(await api.walk(link, { outcome: 'deny' }));
      expect(end.query).toContainEqual(['reason', 'access_denied']);
    },
  },
  {
    section,
    statement:
      'a page of another site cannot press the button: its origin and the cookie of the page say whose form it is',
    notInMock: 'it has no browser whose cookies it could know, and in a page fetch sends no other origin',
    async inside(api) {
      const project = await api.project();
      const link = await startConnect(project, { platform: 'x', redirectUrl });
      const [mine, others] = [await openForm(api, link), await openForm(api, link)];
      const [origin, cookie] = mine.headers as [readonly [string, string], readonly [string, string]];
      expect(cookie[0]).toBe('Cookie');
      const site = (from: string) => [['Sec-Fetch-Site', from], origin, cookie] as const;
      for (const headers of [
        [cookie],
        [['Origin', 'https://evil.example'], cookie],
        [['Origin', 'null'], cookie],
        site('cross-site'),
        site('same-site'),
        site('none'),
        [origin],
        others.headers,
        [origin, ['Cookie', `${cookie[1]}x`]],
      ] as const) {
        expect((await pressButton(api, { ...mine, headers })).status, JSON.stringify(headers)).toBe(403);
      }
      expect((await pressButton(api, { ...mine, headers: site('same-origin') })).status).toBe(303);
      const { headers } = await api.send({ method: 'GET', path: mine.path });
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/; Path=\/; .*HttpOnly; (?:Secure; )?SameSite=Lax$/),
      ]);
    },
  },
  {
    section,
    statement: 'OPTIONS answers with the methods of a page, for any link; any other method is 405 method_not_allowed',
    async run(api) {
      const project = await api.project();
      const path = new URL(await startConnect(project, { platform: 'x', redirectUrl })).pathname;
      for (const [at, allow] of [
        [path, 'GET,HEAD,POST'],
        ['/connect/unknown', 'GET,HEAD,POST'],
        ['/oauth/x/callback', 'GET,HEAD'],
        ['/oauth/myspace/callback/', 'GET,HEAD'],
      ] as const) {
        const answer = await api.send({ method: 'OPTIONS', path: at });
        const expected = { ...ALWAYS, allow, 'cache-control': null };
        expect({ status: answer.status, headers: headersOf(answer, expected), body: answer.body }, at).toEqual({
          status: 200,
          headers: expected,
          body: allow,
        });
      }
      for (const [method, at, allow] of [
        ['PUT', path, 'GET, HEAD, POST'],
        ['DELETE', path, 'GET, HEAD, POST'],
        ['PATCH', '/connect/unknown', 'GET, HEAD, POST'],
        ['POST', '/oauth/x/callback', 'GET, HEAD'],
        ['DELETE', '/oauth/x/callback', 'GET, HEAD'],
      ] as const) {
        const { status, headers, body } = await api.send({ method, path: at });
        expect({ status, allow: headers.get('allow'), body }, `${method} ${at}`).toEqual({
          status: 405,
          allow,
          body: errorBody('method_not_allowed'),
        });
      }
      for (const [method, at] of [
        ['OPTIONS', '/connect'],
        ['GET', `${path}/more`],
      ] as const) {
        const { status, body } = await api.send({ method, path: at });
        expect({ status, body }, `${method} ${at}`).toEqual({ status: 404, body: errorBody('not_found') });
      }
      // The link was looked at, and not used.
      expect((await api.send({ method: 'GET', path })).status).toBe(200);
    },
  },
];
