import { OAUTH_PLATFORMS } from '@fanfare/contract';
import { expect } from 'vitest';
import { accountsOf, openForm, pressButton, redirectUrl, startConnect } from '../connect-walk.ts';
import type { Statement } from '../statement.ts';

const section = '4.1';

/** Ends of a flow on the service's own pages, and how a user gets back from them. */
export const connectEndsStatements: readonly Statement[] = [
  {
    section,
    statement:
      'the page of a link has the mark of its network, and says who asks and where the user goes next; Cancel says in words that nothing was connected',
    async run(api) {
      const project = await api.project();
      const marks = new Set<string | undefined>();
      for (const platform of OAUTH_PLATFORMS) {
        const form = await openForm(api, await startConnect(project, { platform, redirectUrl }));
        const { body } = await api.send({ method: 'GET', path: form.path });
        expect(body).toMatch(
          /<dt>Asked by<\/dt><dd>[^<]+<\/dd>.*<dt>Afterwards you go<\/dt><dd>app\.example\.com<\/dd>/s,
        );
        marks.add(/<svg class="mark"[^>]*>(.*?)<\/svg>/s.exec(String(body))?.[1]);
      }
      expect([marks.size, marks.has(undefined)]).toEqual([OAUTH_PLATFORMS.length, false]);
      const bare = await openForm(api, await startConnect(project, { platform: 'threads' }));
      const { body } = await pressButton(api, { ...bare, body: `${bare.body}&answer=cancel` });
      expect(body).toContain('You did not allow the access, so nothing was connected.');
    },
  },
  {
    section,
    statement:
      'Cancel on the page of a link sends the user back with access_denied, uses the link up and connects nothing; it needs the token of the form',
    async run(api) {
      const project = await api.project();
      const to = `${redirectUrl}?from=settings&status=old`;
      const link = await startConnect(project, { platform: 'linkedin', redirectUrl: to });
      const form = await openForm(api, link);
      const forged = await pressButton(api, { ...form, body: `form_token=${'a'.repeat(43)}&answer=cancel` });
      expect(forged.status).toBe(403);
      const cancelled = await pressButton(api, { ...form, body: `${form.body}&answer=cancel` });
      expect({ status: cancelled.status, to: cancelled.headers.get('location') }).toEqual({
        status: 303,
        to: `${redirectUrl}?from=settings&status=error&reason=access_denied`,
      });
      for (const page of [
        await api.send({ method: 'GET', path: form.path }),
        await pressButton(api, form),
        await pressButton(api, { ...form, body: `${form.body}&answer=cancel` }),
      ]) {
        expect({ status: page.status, body: page.body }).toEqual({
          status: 400,
          body: expect.stringContaining('state_invalid'),
        });
      }
      expect(await accountsOf(project)).toEqual([]);
      const bare = await openForm(api, await startConnect(project, { platform: 'x' }));
      const page = await pressButton(api, { ...bare, body: `${bare.body}&answer=cancel` });
      expect({ status: page.status, body: page.body }).toEqual({
        status: 400,
        body: expect.stringContaining('access_denied'),
      });
    },
  },
  {
    section,
    statement: 'the page of a used link leads back to redirectUrl by a button; an unknown link leads nowhere',
    async run(api) {
      const project = await api.project();
      const to = `${redirectUrl}?a=%22&b=%3Cb%3E`;
      const link = await startConnect(project, { platform: 'threads', redirectUrl: to });
      await api.walk(link, { outcome: 'approve', username: api.newName() });
      const path = new URL(link).pathname;
      const used = await api.send({ method: 'GET', path });
      expect({ status: used.status, body: used.body }).toEqual({
        status: 400,
        body: expect.stringContaining(
          `<a class="button" href="${to.replace('&', '&#38;')}" rel="noreferrer">Back to app.example.com</a>`,
        ),
      });
      const unknown = await api.send({ method: 'GET', path: '/connect/unknown' });
      expect(unknown.body).not.toContain('Back to');
    },
  },
  {
    section,
    statement: 'without redirectUrl the last page names the account, and on LinkedIn every page connected with it',
    async run(api) {
      const project = await api.project();
      const username = api.newName();
      const end = await api.walk(await startConnect(project, { platform: 'linkedin' }), {
        outcome: 'approve',
        username,
        pages: [api.newName(), api.newName()],
      });
      const names = ((await accountsOf(project)) as { username: string }[]).map((account) => account.username);
      expect(names.length).toBe(3);
      expect({
        status: end.page?.status,
        names: [...(end.page?.text ?? '').matchAll(/<li><strong>([^<]*)</g)].map(([, name]) => name),
      }).toEqual({ status: 200, names });
    },
  },
];
