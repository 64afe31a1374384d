import { createMock } from '@fanfare/mock';
import { describe, expect, test } from 'vitest';
import { createAnswerCheck } from '../src/check-answer.ts';
import { createCoverage } from '../src/coverage.ts';
import type { WireAnswer, WireRequest } from '../src/implementation.ts';
import { sdkCall } from '../src/implementations/sdk-calls.ts';
import { readDescription } from '../src/openapi.ts';
import { createReport } from '../src/report.ts';
import { readSelection } from '../src/selection.ts';
import type { Statement } from '../src/statement.ts';

const description = readDescription();
const usage: WireRequest = { method: 'GET', path: '/api/v1/usage?any=1' };

async function askUsage(): Promise<WireAnswer & { readonly body: Record<string, unknown> }> {
  const mock = createMock();
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const response = await mock.fetch(`${mock.baseUrl}/api/v1/usage`, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe('an answer is held against openapi.yaml', () => {
  const check = createAnswerCheck(description);

  test('as it is described, it has no problem', async () => {
    expect(check(usage, await askUsage())).toEqual([]);
  });

  test('a field too many, a field less and a wrong value are named', async () => {
    const answer = await askUsage();
    const { plan, ...rest } = answer.body;
    const problems = check(usage, { ...answer, body: { ...rest, used: 'many', secret: plan } });
    expect(problems.join('\n')).toMatch(/must have required property 'plan'/);
    expect(problems.join('\n')).toMatch(/must NOT have additional properties {"additionalProperty":"secret"}/);
    expect(problems.join('\n')).toMatch(/\/used must be /);
  });

  test('an undocumented status and a missing header are named', async () => {
    const { body } = await askUsage();
    expect(check(usage, { status: 418, headers: new Headers(), body })).toEqual(
      expect.arrayContaining([
        'GET /api/v1/usage has no documented 418',
        'GET /api/v1/usage 418 lacks the header X-Request-Id',
      ]),
    );
  });
});

describe('coverage', () => {
  const error = (status: number, code: string): WireAnswer => ({
    status,
    headers: new Headers(),
    body: { error: { code } },
  });

  test('a documented answer is missing until somebody got it', async () => {
    const coverage = createCoverage(description);
    expect(coverage.missing()).toContain('GET /api/v1/usage 200');
    expect(coverage.missing()).toContain('GET /api/v1/usage 401 unauthorized');
    coverage.note(usage, await askUsage());
    coverage.note(usage, error(401, 'unauthorized'));
    expect(coverage.missing().filter((answer) => answer.startsWith('GET /api/v1/usage '))).toEqual([
      'GET /api/v1/usage 400 invalid_request',
      'GET /api/v1/usage 405 method_not_allowed',
      'GET /api/v1/usage 429 rate_limited',
      'GET /api/v1/usage 431 headers_too_large',
      'GET /api/v1/usage 500 internal_error',
      'GET /api/v1/usage 503 unavailable',
    ]);
    coverage.note({ ...usage, method: 'PUT' }, error(405, 'method_not_allowed'));
    expect(coverage.missing()).not.toContain('GET /api/v1/usage 405 method_not_allowed');
    expect(coverage.missingOnAnyRoute()).toContain('404 not_found');
    expect(coverage.missingOnAnyRoute()).not.toContain('405 method_not_allowed');
  });
});

test('the SDK is asked what it can say, and nothing else', () => {
  const post = (body: string, more: readonly (readonly [string, string])[] = []): WireRequest => ({
    method: 'POST',
    path: '/api/v1/posts',
    headers: [['Authorization', 'Bearer fanfare_sk_a'], ['Content-Type', 'application/json'], ...more],
    body,
  });
  expect(sdkCall(post('{"idempotencyKey":"a"}', [['X-Request-Id', 'b']]))).toMatchObject({ apiKey: 'fanfare_sk_a' });
  // It would make a key; it sends objects as JSON writes them; its headers are its own.
  expect(sdkCall(post('{}'))).toBeNull();
  expect(sdkCall(post('{ "idempotencyKey": "a" }'))).toBeNull();
  expect(sdkCall(post('[]'))).toBeNull();
  expect(sdkCall(post('{"idempotencyKey":"a"}', [['content-type', 'text/plain']]))).toBeNull();
  expect(sdkCall({ ...post('{"idempotencyKey":"a"}'), method: 'PUT' })).toBeNull();
});

test('the report has a row per statement and a column per implementation, and counts', () => {
  const holds: Statement = { section: '1', statement: 'it holds', run: async () => undefined };
  const fails: Statement = { section: '2', statement: 'it fails', run: async () => undefined };
  const takesMinutes: Statement = { ...holds, section: '2', statement: 'it takes minutes', minutes: 'why' };
  const open: Statement = { section: '3', statement: 'it is open', open: 'why' };
  const report = createReport([holds, fails, takesMinutes, open]);
  report.note(holds, 'server', 'pass');
  report.note(holds, 'sdk', 'raw');
  report.note(fails, 'server', 'fail');
  report.note(fails, 'sdk', 'pass');
  report.note(takesMinutes, 'server', 'later');
  report.note(takesMinutes, 'sdk', 'pass');
  expect(report.table('all').split('\n')).toEqual([
    'server      sdk         statement',
    'pass        raw         1 it holds',
    'FAIL        pass        2 it fails',
    'later       pass        2 it takes minutes',
    'open        open        3 it is open',
  ]);
  expect(report.table('failed').split('\n')).toEqual([
    'server      sdk         statement',
    'FAIL        pass        2 it fails',
  ]);
  expect(report.summary().split('\n')).toEqual([
    'server      1 pass, 1 left to the full command, 1 fail, 1 open',
    'sdk         3 pass, of which 1 partly raw, 0 fail, 1 open',
  ]);
});

test('a part of the suite is chosen by implementation, by words or by a service elsewhere', () => {
  const statement: Statement = { section: '4.5', statement: 'a retry with the same key', open: '' };
  const { names, matches } = readSelection({ SUITE_ONLY: 'standalone,mock', SUITE_STATEMENT: '4.5 A RETRY' });
  expect([names, matches(statement)]).toEqual([['mock', 'standalone'], true]);
  expect(readSelection({ SUITE_STATEMENT: 'cancel' }).matches(statement)).toBe(false);
  expect(() => readSelection({ SUITE_ONLY: 'mick' })).toThrow('There is no mick');
  expect(readSelection({ SUITE_BASE_URL: 'https://a.example/', FANFARE_API_KEY: 'k' })).toMatchObject({
    names: ['server'],
    remote: { baseUrl: 'https://a.example', apiKey: 'k' },
  });
});
