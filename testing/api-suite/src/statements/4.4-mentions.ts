import type { Account, FindMentionsResponse } from '@fanfare/contract';
import { expect } from 'vitest';
import { errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.4';

export const mentionStatements: readonly Statement[] = [
  {
    section,
    statement: 'an organization on LinkedIn is found by the name in its address, as posts can mention it',
    async run(api) {
      const project = await api.project();
      const name = api.newName();
      const member = await project.connect('linkedin', { pages: [name] });
      const { accounts } = (await project.call('GET', '/accounts')).body as { accounts: Account[] };
      const page = accounts.find(({ username }) => username === name)!;
      const find = async (q: string, { id }: Account = page) =>
        (await project.call('GET', `/accounts/${id}/mentions?q=${encodeURIComponent(q)}`)).body;
      const found = (await find(name)) as FindMentionsResponse;
      expect(found).toEqual({
        mentions: [
          {
            type: 'organization',
            name: expect.any(String),
            headline: null,
            platformUserId: page.platformUserId,
            text: `@[${found.mentions[0]?.name}](urn:li:${page.platformUserId})`,
            url: expect.stringMatching(/^https?:/),
          },
        ],
        error: null,
      });
      expect(await find(`https://www.linkedin.com/company/${name}/posts/`, member)).toEqual(found);
      expect(await find(`${name}x`)).toEqual({ mentions: [], error: null });
    },
  },
  {
    section,
    statement: 'a page on LinkedIn finds who follows it by 3 letters that begin a name, and a member finds no people',
    async run(api) {
      const project = await api.project();
      const name = api.newName();
      const member = await project.connect('linkedin', { pages: [name] });
      const { accounts } = (await project.call('GET', '/accounts')).body as { accounts: Account[] };
      const page = accounts.find(({ username }) => username === name)!;
      const find = async (q: string, { id }: Account = page) =>
        (await project.call('GET', `/accounts/${id}/mentions?q=${encodeURIComponent(q)}`)).body;
      const found = (await find('Ben')) as FindMentionsResponse;
      const id = found.mentions[0]?.platformUserId;
      const text = `@[Ben Okafor](urn:li:person:${id})`;
      expect(found).toEqual({
        mentions: [
          {
            type: 'person',
            name: 'Ben Okafor',
            headline: 'Roaster',
            platformUserId: expect.any(String),
            text,
            url: null,
          },
        ],
        error: null,
      });
      for (const q of ['okaf', 'ben okafor']) expect(await find(q)).toEqual(found);
      for (const q of ['be', 'kafor']) expect(await find(q)).toEqual({ mentions: [], error: null });
      expect(await find('Ben', member)).toEqual({ mentions: [], error: null });
    },
  },
  {
    section,
    statement: 'a platform without a look-up, and an account that is not active, find nobody and say why',
    async run(api) {
      const project = await api.project();
      const [x, linkedin] = await Promise.all([project.connect('x'), project.connect('linkedin')]);
      const find = async ({ id }: Account) => (await project.call('GET', `/accounts/${id}/mentions?q=ada`)).body;
      expect(await find(x)).toEqual({
        mentions: [],
        error: 'The platform x has no look-up for mentions. Write what it takes, such as @name, into content.',
      });
      await project.call('DELETE', `/accounts/${linkedin.id}`);
      expect(await find(linkedin)).toEqual({ mentions: [], error: expect.stringMatching(/^account_not_active: /) });
    },
  },
  {
    section,
    statement: 'an account of another project is not found when mentions are looked up',
    async run(api) {
      const [mine, other] = await Promise.all([api.project(), api.project()]);
      const { id } = await other.connect('linkedin');
      const { status, body } = await mine.call('GET', `/accounts/${id}/mentions?q=ada`);
      expect([status, body]).toEqual([404, errorBody('not_found')]);
    },
  },
];
