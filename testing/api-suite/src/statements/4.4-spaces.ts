import { expect } from 'vitest';
import { errorBody, invalidRequest, spaceOf } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '4.4';

export const spaceStatements: readonly Statement[] = [
  ...(['wordpress', 'micropub'] as const).map(
    (type): Statement => ({
      section,
      statement: `lists the spaces of a ${type} account by name, searched in names and slugs in any case, and paged`,
      async run(api) {
        const project = await api.project();
        const user = await api.hubUser(type);
        const word = api.newName();
        const [first, second, third] = ['zoo', 'bakery', 'Market'].map((name) => ({
          slug: `${word}-${name.toLowerCase()}`,
          name: `${name} of ${word}`,
        })) as [Space, Space, Space];
        for (const space of [first, second, third]) await api.addSpace(user, space);
        const hub = await project.connectHub(type, { user, defaultSpaceSlug: third.slug });
        const ask = async (query: string) => {
          const { status, body } = await project.call('GET', `/accounts/${hub.id}/spaces?${query}`);
          return { status, body };
        };
        const page = (spaces: readonly Space[], total: number, limit = 25, offset = 0) => {
          const shown = spaces.map((space) => spaceOf(space, { isDefault: space === third }));
          return { status: 200, body: { spaces: shown, total, limit, offset } };
        };
        expect(await ask(`q=${word}`)).toEqual(page([second, third, first], 3));
        expect(await ask(`q=${word.toUpperCase()}&limit=1&offset=1`)).toEqual(page([third], 3, 1, 1));
        expect(await ask(`q=${word}&offset=3`)).toEqual(page([], 3, 25, 3));
        expect(await ask(`q=BAKERY%20of%20${word}`)).toEqual(page([second], 1));
        expect(await ask(`q=${word}-zoo`)).toEqual(page([first], 1));
        expect(await ask(`q=${word}x`)).toEqual(page([], 0));
        const all = await ask('limit=100');
        const { spaces, total } = all.body as { spaces: Space[]; total: number };
        expect(spaces.slice(0, 100).map(({ slug }) => slug)).toEqual(expect.arrayContaining(['events', 'news']));
        expect(total).toBeGreaterThanOrEqual(spaces.length);
      },
    }),
  ),
  {
    section,
    statement: 'its query is checked: q up to 100 characters, limit 1 to 100, offset from 0; else 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const ask = (query: string) => project.call('GET', `/accounts/acc_00000000000000000000000000/spaces?${query}`);
      for (const [query, path] of [
        [`q=${'a'.repeat(101)}`, 'q'],
        ['limit=0', 'limit'],
        ['limit=101', 'limit'],
        ['limit=ten', 'limit'],
        ['offset=-1', 'offset'],
        ['offset=1.5', 'offset'],
      ] as const) {
        const { status, body } = await ask(query);
        expect({ status, body }, query).toEqual({ status: 400, body: invalidRequest(path) });
      }
      expect((await ask(`q=${'a'.repeat(100)}&limit=1&offset=0`)).status).toBe(404);
    },
  },
  {
    section,
    statement: 'spaces of an account that is not a hub’s: 400 invalid_request',
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const { status, body } = await project.call('GET', `/accounts/${x.id}/spaces`);
      expect({ status, body }).toEqual({ status: 400, body: errorBody('invalid_request') });
    },
  },
  {
    section,
    statement: 'spaces of an unknown or foreign account: 404 not_found',
    everywhere: true,
    async run(api) {
      const [project, other] = [await api.project(), await api.project()];
      const hub = await other.connectHub('wordpress');
      for (const id of [hub.id, 'acc_00000000000000000000000000', 'nonsense']) {
        const { status, body } = await project.call('GET', `/accounts/${id}/spaces`);
        expect({ status, body }, id).toEqual({ status: 404, body: errorBody('not_found') });
      }
    },
  },
  {
    section,
    statement: 'spaces of an inactive hub account: 409 account_not_active',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const hub = await project.connectHub('micropub');
      await project.call('DELETE', `/accounts/${hub.id}`);
      const { status, body } = await project.call('GET', `/accounts/${hub.id}/spaces`);
      expect({ status, body }).toEqual({ status: 409, body: errorBody('account_not_active') });
    },
  },
  {
    section,
    statement: 'a hub that refuses the key of an account revokes it: 409 account_not_active, from then on as well',
    async run(api) {
      const project = await api.project();
      // WordPress shows its categories to everybody, also with a wrong key.
      const user = await api.hubUser('micropub');
      const hub = await project.connectHub('micropub', { user });
      await api.scriptHub(user, { of: 'spaces', code: 'hub_auth_failed' });
      for (const time of ['first', 'second']) {
        const { status, body } = await project.call('GET', `/accounts/${hub.id}/spaces`);
        expect({ time, status, body }).toEqual({ time, status: 409, body: errorBody('account_not_active') });
        expect((await project.call('GET', `/accounts/${hub.id}`)).body).toEqual({
          account: { ...hub, status: 'revoked', statusReason: 'revoked_by_user' },
        });
      }
    },
  },
  ...(['hub_unreachable', 'hub_error'] as const).map(
    (code): Statement => ({
      section,
      statement: `a hub that does not answer a request for its spaces, or nonsense: 502 ${code}; the account stays active`,
      alone: 'the fault applies to the next caller of the hub',
      async run(api) {
        const project = await api.project();
        const user = await api.hubUser('wordpress');
        const hub = await project.connectHub('wordpress', { user });
        await api.scriptHub(user, { of: 'spaces', code });
        const { status, body } = await project.call('GET', `/accounts/${hub.id}/spaces`);
        expect({ status, body }).toEqual({ status: 502, body: errorBody(code) });
        expect((await project.call('GET', `/accounts/${hub.id}`)).body).toEqual({ account: hub });
        expect((await project.call('GET', `/accounts/${hub.id}/spaces`)).status).toBe(200);
      },
    }),
  ),
];

type Space = { readonly slug: string; readonly name: string };
