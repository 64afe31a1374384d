import { expect } from 'vitest';
import { ROUTES } from '../routes.ts';
import { errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '5';

/** The smallest scope first; each includes those before it. */
const SCOPES = ['read', 'draft', 'publish', 'all'] as const;

type Scope = (typeof SCOPES)[number];

/** Whether a key with this scope may make a call that needs the other. */
const includes = (scope: Scope, needs: string): boolean =>
  SCOPES.slice(0, SCOPES.indexOf(scope) + 1).includes(needs as Scope);

const refused = (needs: string, scope: Scope) => {
  const { error } = errorBody('insufficient_scope');
  const message = `This call needs a key with the scope "${needs}"; this key has the scope "${scope}".`;
  return { status: 403, body: { error: { ...error, message } } };
};

export const keyScopeStatements: readonly Statement[] = [
  ...SCOPES.map(
    (scope): Statement => ({
      section,
      statement: `a key with the scope ${scope} makes the calls that its scope includes; each other route answers 403 insufficient_scope and names the scope it needs`,
      async run(api) {
        const { second } = await api.keyring(scope);
        for (const { method, path, takesBody, needs } of ROUTES) {
          const answer = await second.call(method, path, takesBody ? { body: {} } : {});
          const { status, body } = answer;
          if (includes(scope, needs)) {
            expect(status, `${method} ${path}`).not.toBe(403);
          } else {
            expect({ status, body }, `${method} ${path}`).toEqual(refused(needs, scope));
          }
        }
      },
    }),
  ),
  {
    section,
    statement: 'what a scope does not include is refused after the body is read and before its shape is checked',
    async run(api) {
      const { first, second } = await api.keyring('read');
      const ask = async (body: unknown) => {
        const answer = await second.call('POST', '/posts', { body });
        return { status: answer.status, body: answer.body };
      };
      expect(await ask({ nonsense: true })).toEqual(refused('publish', 'read'));
      expect(await ask('{')).toMatchObject({ status: 400, body: errorBody('invalid_request') });
      const x = await first.connect('x');
      const post = { content: 'Hello', platforms: [{ platform: 'x', accountId: x.id }], idempotencyKey: api.newKey() };
      expect(await ask(post)).toEqual(refused('publish', 'read'));
      expect((await first.call('POST', '/posts', { body: post })).status).toBe(201);
      expect((await second.call('GET', '/posts')).body).toMatchObject({ posts: [{ content: 'Hello' }] });
    },
  },
  {
    section,
    statement: 'a key with the scope publish posts and cannot disconnect the account',
    everywhere: true,
    async run(api) {
      const { first, second } = await api.keyring('publish');
      const x = await first.connect('x');
      const post = await second.publish({ content: 'By publish.', platforms: [{ platform: 'x', accountId: x.id }] });
      expect(post.status).toBe('published');
      const { status, body } = await second.call('DELETE', `/accounts/${x.id}`);
      expect({ status, body }).toEqual(refused('all', 'publish'));
      expect((await first.call('GET', `/accounts/${x.id}`)).body).toEqual({ account: x });
    },
  },
];
