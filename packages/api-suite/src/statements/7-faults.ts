import { expect } from 'vitest';
import { ROUTES } from '../routes.ts';
import { errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '7';

/** What texts of failures are made of: SQL, names in the database, addresses, places in code, keys. */
const INNER =
  /select |relation|api_keys|postgres|127\.0\.0\.1|localhost|ECONN|terminated|\.[jt]s\b| {4}at |fanfare_sk_/i;

const FAULTS = [
  {
    code: 'internal_error',
    status: 500,
    statement: 'a fault of the service itself is internal_error on every route',
    retryAfter: null,
  },
  {
    code: 'unavailable',
    status: 503,
    statement: 'without its database the service answers unavailable on every route, and Retry-After',
    retryAfter: expect.stringMatching(/^[1-9]\d?$/),
  },
] as const;

export const faultStatements: readonly Statement[] = FAULTS.map(
  ({ code, status, statement, retryAfter }): Statement => ({
    section,
    statement: `${statement}; the answer says nothing of the cause, and after the repair everything works as before`,
    everywhere: true,
    alone: 'the standalone mock is broken for everybody',
    run: (api) =>
      api.breakService(code, {
        async broken(project) {
          for (const { method, path, takesBody } of ROUTES.filter(({ codes }) => codes.has(code))) {
            const body = takesBody ? { body: { idempotencyKey: api.newKey() } } : {};
            const answer = await project.call(method, path, body);
            expect(
              { status: answer.status, body: answer.body, retryAfter: answer.headers.get('Retry-After') },
              `${method} ${path}`,
            ).toEqual({ status, body: errorBody(code), retryAfter });
            const { error } = answer.body as { error: { message: string; requestId: string } };
            expect(error.requestId).toBe(answer.headers.get('X-Request-Id'));
            expect(`${[...answer.headers].join('\n')} ${error.message}`).not.toMatch(INNER);
          }
        },
        async repaired(project) {
          const { status, body } = await project.call('GET', '/usage');
          expect({ status, body }).toMatchObject({ status: 200, body: { used: 0 } });
          expect((await project.call('GET', '/posts')).body).toMatchObject({ posts: [] });
        },
      }),
  }),
);
