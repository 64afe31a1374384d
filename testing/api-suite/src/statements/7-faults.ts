import { expect } from 'vitest';
import type { WireAnswer } from '../implementation.ts';
import { ROUTES } from '../routes.ts';
import { errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';

const section = '7';

/** Texts that no failure may show: SQL, names in the database, addresses, places in code, keys. */
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

const faults = FAULTS.map(
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

/** Answers of every route whose service is at fault, or whose caller asks too often. */
export const faultStatements: readonly Statement[] = [
  ...faults,
  {
    section,
    statement: 'over the limit of its key every route answers rate_limited with Retry-After',
    alone: 'it keeps the server busy for a second',
    async run(api) {
      const project = await api.project();
      // Each counts as 32 requests, so that a slow machine uses up the limit, too.
      const large = { body: { a: 'b'.repeat(2 * 1024 * 1024 - 8) } };
      const untilRefused = async (): Promise<void> => {
        for (let count = 0; count < 100; count++)
          if ((await project.call('POST', '/posts/validate', large)).status === 429) return;
        throw new Error('More than 3,200 requests were served.');
      };
      await Promise.all([untilRefused(), untilRefused()]);
      // Some routes have a limit of their own, which may be used up first.
      const isOverLimit = ({ status, headers }: WireAnswer): boolean =>
        status === 429 && headers.get('RateLimit')!.startsWith('"requests";r=0;');
      for (const { method, path } of ROUTES) {
        // A request is given back every 100 ms.
        const ask = () => project.call(method, path, ['POST', 'PATCH'].includes(method) ? { body: {} } : {});
        let answer: WireAnswer | undefined;
        // More at a time until they are faster than that, also on a slow machine.
        for (let together = 4; !answer; together = Math.min(2 * together, 64))
          answer = (await Promise.all(Array.from({ length: together }, ask))).find(isOverLimit);
        expect({ path, status: answer.status, body: answer.body }).toEqual({
          path,
          status: 429,
          body: errorBody('rate_limited'),
        });
        expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
        expect(answer.headers.get('RateLimit-Policy')).toBe('"requests";q=600;w=60');
        expect(answer.headers.get('RateLimit')).toMatch(/^"requests";r=0;t=\d+$/);
      }
    },
  },
];
