import { expect } from 'vitest';
import {
  accountsOf,
  expectStateInvalid,
  failure,
  openForm,
  pressButton,
  redirectUrl,
  sentTo,
  startConnect,
} from '../connect-walk.ts';
import { activeAccount } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';

/** Validity of a link and a state: once, for ten minutes, in one browser, for the last press. */
export const connectStateStatements: readonly Statement[] = [
  {
    section,
    statement: 'an authorize URL is usable once: afterwards a page says state_invalid and redirects nowhere',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const link = await startConnect(project, { platform: 'x', redirectUrl });
      const username = api.newName();
      expect(sentTo(await api.walk(link, { outcome: 'approve', username })).address).toBe(redirectUrl);
      const page = await api.send({ method: 'GET', path: new URL(link).pathname });
      expect({ status: page.status, body: page.body }).toEqual({
        status: 400,
        body: expect.stringContaining('state_invalid'),
      });
      expectStateInvalid(await api.walk(link, { outcome: 'approve', username: api.newName() }));
      expect(await accountsOf(project)).toEqual([activeAccount('x', { username })]);
    },
  },
  {
    section,
    statement:
      'an OAuth state is single-use: the same callback again says state_invalid, redirects nowhere and changes nothing',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const link = await startConnect(project, { platform: 'threads', redirectUrl });
      expectStateInvalid(await api.walk(link, { outcome: 'approve', username }, { callbackTwice: true }));
      expect(await accountsOf(project)).toEqual([activeAccount('threads', { username })]);
      const denied = await startConnect(project, { platform: 'threads', redirectUrl });
      expectStateInvalid(await api.walk(denied, { outcome: 'deny' }, { callbackTwice: true }));
    },
  },
  {
    section,
    statement:
      'an unknown link and an unknown state are answered by a page that says state_invalid, never by a redirect',
    async run(api) {
      const unknown = 'a'.repeat(43);
      for (const path of [
        `/connect/${unknown}`,
        '/connect/short',
        `/oauth/x/callback?code=a&state=${unknown}`,
        '/oauth/linkedin/callback?error=access_denied',
        '/oauth/myspace/callback?code=a&state=b',
        `/oauth/X/callback/?code=a&state=${unknown}`,
        '/oauth/%ff/callback',
        '/connect/%ff',
      ]) {
        const { status, body, headers } = await api.send({ method: 'GET', path });
        expect({ status, body, location: headers.get('Location') }, path).toEqual({
          status: 400,
          body: expect.stringContaining('state_invalid'),
          location: null,
        });
      }
    },
  },
  {
    section,
    statement: 'the authorize URL is valid for 10 minutes',
    alone: 'time passes for everybody in the standalone mock',
    async run(api) {
      const project = await api.project();
      const link = await startConnect(project, { platform: 'x', redirectUrl });
      const other = await startConnect(project, { platform: 'x', redirectUrl });
      const path = new URL(link).pathname;
      await api.ageLink(link, 585_000);
      expect((await api.send({ method: 'GET', path })).status).toBe(200);
      expect(sentTo(await api.walk(link, { outcome: 'deny' }))).toEqual(failure('access_denied'));
      await api.ageLink(other, 601_000);
      const page = await api.send({ method: 'GET', path: new URL(other).pathname });
      expect({ status: page.status, body: page.body }).toEqual({
        status: 400,
        body: expect.stringContaining('state_invalid'),
      });
      expectStateInvalid(await api.walk(other, { outcome: 'approve', username: api.newName() }));
      expect(await accountsOf(project)).toEqual([]);
    },
  },
  {
    section,
    statement:
      'a state that ends while the user is at the network says state_invalid, redirects nowhere and connects nothing',
    alone: 'time passes for everybody in the standalone mock',
    async run(api) {
      const project = await api.project();
      for (const consent of [{ outcome: 'approve', username: api.newName() }, { outcome: 'deny' }] as const) {
        const link = await startConnect(project, { platform: 'x', redirectUrl });
        expectStateInvalid(await api.walk(link, consent, { lingerMs: 601_000 }));
      }
      expect(await accountsOf(project)).toEqual([]);
      const inTime = await startConnect(project, { platform: 'x', redirectUrl });
      const username = api.newName();
      const end = await api.walk(inTime, { outcome: 'approve', username }, { lingerMs: 585_000 });
      expect(sentTo(end).address).toBe(redirectUrl);
      expect(await accountsOf(project)).toEqual([activeAccount('x', { username })]);
    },
  },
  {
    section,
    statement:
      'the last press wins: once the button is pressed again, the first press’s way back says state_invalid and connects nothing, the second one’s connects',
    async run(api) {
      for (const platform of ['x', 'threads'] as const) {
        const project = await api.project();
        const link = await startConnect(project, { platform, redirectUrl });
        const username = api.newName();
        const end = await api.walk(link, { outcome: 'approve', username }, { pressTwice: true });
        if (!end.earlier) throw new Error('The first press had no way back.');
        expectStateInvalid(end.earlier);
        const accounts = await accountsOf(project);
        expect(accounts).toEqual([activeAccount(platform, { username })]);
        const [{ id }] = accounts as [{ id: string }];
        expect(sentTo(end)).toEqual({
          address: redirectUrl,
          query: [
            ['status', 'success'],
            ['accountId', id],
            ['platform', platform],
            ['username', username],
          ],
        });
      }
    },
  },
  {
    section,
    statement:
      'the flow is tied to the browser whose button was pressed: no other one can bring the network’s answer back',
    notInMock: 'it has no browser to tie it to, for fetch keeps no cookies',
    async inside(api) {
      const project = await api.project();
      const press = async () => {
        const form = await openForm(api, await startConnect(project, { platform: 'threads', redirectUrl }));
        const { status, headers } = await pressButton(api, form);
        expect(status).toBe(303);
        const [cookie = ''] = headers.getSetCookie();
        const [pair = ''] = cookie.split(';');
        return { cookie, pair, state: new URL(headers.get('location') ?? '').searchParams.get('state') };
      };
      const [mine, other] = [await press(), await press()];
      expect(mine.cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
      const comeBack = async (...headers: readonly (readonly [string, string])[]) => {
        const path = `/oauth/threads/callback?error=access_denied&state=${mine.state}`;
        const answer = await api.send({ method: 'GET', path, headers });
        return { status: answer.status, to: answer.headers.get('location'), page: answer.body };
      };
      const refused = { status: 400, to: null, page: expect.stringContaining('state_invalid') };
      expect(await comeBack()).toEqual(refused);
      expect(await comeBack(['Cookie', other.pair])).toEqual(refused);
      expect(await comeBack(['Cookie', `${mine.pair}x`])).toEqual(refused);
      expect(await comeBack(['Cookie', mine.pair])).toMatchObject({
        status: 303,
        to: `${redirectUrl}?status=error&reason=access_denied`,
      });
    },
  },
];
