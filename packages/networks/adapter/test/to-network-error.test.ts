import { describe, expect, test } from 'vitest';
import type { ErrorRow, ErrorTable } from '../src/error-row.ts';
import type { Answer } from '../src/http.ts';
import { errorRowOf, findErrorRow, toNetworkError } from '../src/to-network-error.ts';

type Purpose = 'post' | 'token';

const NOW = 1_700_000_000_000;
const TABLE: ErrorTable<ErrorRow<Purpose>> = {
  rows: [
    { name: 'token_only', on: ['token'], code: 'internal_error', message: 'Token.' },
    { name: 'limit', when: [{ status: [429] }], code: 'rate_limited', message: 'Slow down.', retry: 'reset' },
    {
      name: 'fault',
      when: [{ family: 5 }, { status: [408] }],
      code: 'network_unavailable',
      message: 'Fault.',
      retry: 7,
    },
    {
      name: 'live_behind',
      when: [{ codes: ['spam'] }],
      outcome: 'unknown',
      code: 'account_restricted',
      message: 'Spam.',
    },
    {
      name: 'before',
      when: [{ codes: ['early'] }],
      outcome: 'rejected',
      code: 'network_unavailable',
      message: 'Early.',
    },
    {
      name: 'every_part',
      when: [{ status: [400], codes: ['a', 'b'], text: /word/, own: true }],
      code: 'content_rejected',
      message: 'Both.',
    },
    { name: 'refused', code: 'content_rejected', message: 'Refused.', remedy: 'Change it.', operator: true },
  ],
  readRefusal: ({ status, json }) => {
    const { codes = [], text = '', own = false } = (json ?? {}) as { codes?: string[]; text?: string; own?: boolean };
    return { status, codes, text, own, networkCode: codes[0] };
  },
};

const answer = (status: number, json?: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  text: '',
  json,
});
const rowOf = (given: Answer, on: Purpose = 'post') => errorRowOf(TABLE, given, on).name;
const publish = { on: 'post', effect: 'public', now: NOW } as const;

describe('the row', () => {
  const all = { codes: ['x', 'b'], text: 'a word', own: true };

  test.each([
    ['every part holds', 400, all, 'every_part'],
    ['another status', 403, all, 'refused'],
    ['no code', 400, { ...all, codes: ['x'] }, 'refused'],
    ['other words', 400, { ...all, text: 'none' }, 'refused'],
    ['not the network itself', 400, { ...all, own: false }, 'refused'],
    ['a family', 503, undefined, 'fault'],
    ['one of several matches', 408, undefined, 'fault'],
  ])('%s', (_, status, json, name) => {
    expect(rowOf(answer(status, json))).toBe(name);
  });

  test('is the first that matches, of those for the purpose', () => {
    expect(rowOf(answer(429), 'token')).toBe('token_only');
    expect(rowOf(answer(429), 'post')).toBe('limit');
  });

  test('must exist: a table without a last row is an error', () => {
    const refusal = { status: 400, codes: [], text: '', own: false };
    expect(() => findErrorRow<ErrorRow>([], refusal, 'post')).toThrow('An error table must end with a row');
  });
});

describe('what an answer proves about a write', () => {
  const outcome = (status: number, effect: 'public' | 'hidden' | 'read', json?: unknown) =>
    toNetworkError(TABLE, answer(status, json), { ...publish, effect }).outcome;

  test('a 4xx of a public write is a refusal, except a time-out', () => {
    for (const status of [400, 401, 403, 404, 409, 421, 422, 425, 426, 429, 451, 499]) {
      expect([status, outcome(status, 'public')]).toEqual([status, 'rejected']);
    }
    for (const status of [200, 301, 307, 408, 500, 502, 503, 599, 999]) {
      expect([status, outcome(status, 'public')]).toEqual([status, 'unknown']);
    }
  });

  test('every answer to a read or a hidden call is a refusal', () => {
    for (const status of [200, 301, 400, 408, 500, 999]) {
      expect([outcome(status, 'read'), outcome(status, 'hidden')]).toEqual(['rejected', 'rejected']);
    }
    expect(outcome(400, 'hidden', { codes: ['spam'] })).toBe('rejected');
  });

  test('a row can override the status, and a table decides which statuses prove a refusal', () => {
    expect(outcome(400, 'public', { codes: ['spam'] })).toBe('unknown');
    expect(outcome(503, 'public', { codes: ['early'] })).toBe('unknown');
    const strict = { ...TABLE, rows: TABLE.rows.slice(3), provesRefusal: (status: number) => status === 421 };
    const strictly = (status: number, json?: unknown) => toNetworkError(strict, answer(status, json), publish).outcome;
    expect([strictly(400), strictly(421), strictly(503, { codes: ['early'] })]).toEqual([
      'unknown',
      'rejected',
      'rejected',
    ]);
  });
});

describe('when the same call may be tried again', () => {
  const waitMs = (status: number, effect: 'public' | 'hidden', headers: Record<string, string> = {}) =>
    toNetworkError(TABLE, answer(status, undefined, headers), { ...publish, effect }).facts.retryAfterMs;

  test('never after an unknown outcome', () => {
    expect([waitMs(503, 'hidden'), waitMs(503, 'public')]).toEqual([7, undefined]);
  });

  test('a limit resets when the answer says, else after a minute', () => {
    expect(waitMs(429, 'public', { 'retry-after': '12' })).toBe(12_000);
    expect(waitMs(429, 'public')).toBe(60_000);
  });

  test('the table may read it in its own way', () => {
    const table = { ...TABLE, waitMs: () => 5 };
    expect(toNetworkError(table, answer(429), publish).facts.retryAfterMs).toBe(5);
  });
});

test('an error contains the row’s meaning, the network’s name for it and its words without the call’s secrets', () => {
  const given = answer(400, { codes: ['190', '1'], text: 'Malformed token s3cret of s3cret' });
  const error = toNetworkError(TABLE, given, { ...publish, mediaIndex: 2, secrets: ['s3cret', ''] });
  expect(error.facts).toEqual({
    code: 'content_rejected',
    outcome: 'rejected',
    message: 'Refused.',
    networkCode: '190',
    networkMessage: 'Malformed token [redacted] of [redacted]',
    mediaIndex: 2,
    remedy: 'Change it.',
    operator: true,
  });
  expect(toNetworkError(TABLE, answer(404), publish).facts).toMatchObject({ networkCode: '404' });
});
