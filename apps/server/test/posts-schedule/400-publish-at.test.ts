import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorBody } from '../error-body.ts';
import { inMs } from '../in-ms.ts';
import { type Person, useServer } from '../use-server.ts';

const server = useServer();
let ana: Person;
beforeAll(async () => {
  ana = await server.person('x');
});
afterEach(() => {
  vi.useRealTimers();
  server.clock.advance(Date.now() - server.clock.now());
});

const recorded = async () =>
  (await server.db.query<{ posts: number }>({ text: 'select count(*)::int as posts from posts' })).rows[0]!.posts;

const FORM =
  'Must be an ISO 8601 timestamp with an explicit offset, such as 2026-11-20T10:00:00Z (in a query, send + as %2B).';
const NO_DATE = 'Names a date that does not exist.';
const NO_TIME = 'Names a time of day that does not exist.';
const NO_OFFSET = 'Names an offset that does not exist.';
const NO_YEAR = 'Must lie in the years 2000 to 2100 (UTC).';

describe('a time that is none is a broken shape', () => {
  const year = new Date().getUTCFullYear() + 1;
  test.each<[unknown, string]>([
    [`${year}-06-01T10:00:00`, FORM],
    [`${year}-06-01`, FORM],
    [`${year}-06-01 10:00:00Z`, FORM],
    [`${year}-06-01T10:00:00 Z`, FORM],
    [` ${year}-06-01T10:00:00Z`, FORM],
    [`${year}-06-01T10:00:00Z\n`, FORM],
    [`${year}-06-01T10Z`, FORM],
    [`${year}-6-1T10:00:00Z`, FORM],
    [`${year}-06-01T10:00:00+2`, FORM],
    [`${year}-06-01T10:00:00 Europe/Berlin`, FORM],
    [`${year}-W22-1T10:00:00Z`, FORM],
    ['+275760-09-13T00:00:00.000Z', FORM],
    ['-000001-01-01T00:00:00Z', FORM],
    ['٢٠٢٧-٠٦-٠١T١٠:٠٠:٠٠Z', FORM],
    ['tomorrow', FORM],
    ['', FORM],
    [String(Date.now() + 60_000), FORM],
    ['2027-02-29T10:00:00Z', NO_DATE],
    ['2026-02-30T10:00:00Z', NO_DATE],
    [`${year}-04-31T10:00:00Z`, NO_DATE],
    [`${year}-13-01T10:00:00Z`, NO_DATE],
    [`${year}-00-10T10:00:00Z`, NO_DATE],
    [`${year}-01-00T10:00:00Z`, NO_DATE],
    [`${year}-06-01T24:00:00Z`, NO_TIME],
    [`${year}-06-01T10:60:00Z`, NO_TIME],
    ['2026-12-31T23:59:60Z', NO_TIME],
    [`${year}-06-01T10:00:00+24:00`, NO_OFFSET],
    [`${year}-06-01T10:00:00-01:60`, NO_OFFSET],
    ['9999-12-31T23:59:59Z', NO_YEAR],
    ['2101-01-01T00:00:00Z', NO_YEAR],
    ['1999-12-31T23:59:59Z', NO_YEAR],
  ])('%j', async (publishAt, message) => {
    const reply = await ana.project.call('POST', '/api/v1/posts', {
      idempotencyKey: 'shape',
      content: 'When?',
      publishAt,
      platforms: [{ platform: 'x', accountId: ana.account.id }],
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual(
      errorBody(reply, 'invalid_request', `publishAt: ${message}`, [{ path: 'publishAt', message }]),
    );
  });

  test.each([[1_800_000_000], [1_800_000_000_000], [true], [{}], [['2027-06-01T10:00:00Z']]])(
    '%j is no string',
    async (publishAt) => {
      const reply = await ana.project.call('POST', '/api/v1/posts', {
        idempotencyKey: 'shape',
        content: 'When?',
        publishAt,
        platforms: [{ platform: 'x', accountId: ana.account.id }],
      });
      expect([reply.status, reply.body.error.code, reply.body.error.details]).toEqual([
        400,
        'invalid_request',
        [expect.objectContaining({ path: 'publishAt' })],
      ]);
    },
  );

  test('none of them recorded anything', async () => {
    expect(await recorded()).toBe(0);
  });
});

describe('60 seconds of tolerance', () => {
  test('to the millisecond', async () => {
    const NOW = Date.parse('2026-11-20T10:00:00.000Z');
    server.clock.advance(NOW - server.clock.now());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    server.clock.advance(NOW - server.clock.now());

    const refused = await ana.publish({ content: 'Too late', publishAt: '2026-11-20T09:58:59.999Z' }, 'k');
    const message =
      'publishAt is in the past (it is 2026-11-20T10:00:00.000Z now). Send a time in the future, or leave it out to publish at once.';
    expect([refused.status, refused.body]).toEqual([
      400,
      errorBody(refused, 'invalid_request', message, [{ path: 'publishAt', message }]),
    ]);
    const taken = await ana.publish({ content: 'Just so', publishAt: '2026-11-20T09:59:00.000Z' }, 'k');
    expect([taken.status, taken.body.replayed]).toEqual([202, false]);
  });

  test('and the dry run says the same', async () => {
    const reply = await ana.project.call('POST', '/api/v1/posts/validate', {
      content: 'Long ago',
      publishAt: '2020-01-01T00:00:00Z',
      platforms: [{ platform: 'x', accountId: ana.account.id }],
    });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('a used key', () => {
  test('answers with its original, whatever time the request names now', async () => {
    const first = await ana.publish({ content: 'Original', publishAt: inMs(600_000) }, 'used');
    for (const publishAt of ['2020-01-01T00:00:00Z', inMs(900_000), undefined]) {
      const again = await ana.publish({ content: 'Original', ...(publishAt && { publishAt }) }, 'used');
      expect([again.status, again.body]).toEqual([200, { post: first.body.post, replayed: true, warnings: [] }]);
      expect(again.headers.get('idempotency-mismatch')).toBe('true');
    }
  });

  test('answers a time that cannot be read with what is wrong, since the shape comes first', async () => {
    await ana.publish({ content: 'Original', publishAt: inMs(600_000) }, 'used-too');
    const reply = await ana.publish({ content: 'Original', publishAt: '2026-02-30T10:00:00Z' }, 'used-too');
    expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([400, 'invalid_request']);
  });
});
