import { errorRowOf, type RefusedCall, toNetworkError } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { LINKEDIN_ERRORS } from '../src/error-table.ts';
import type { LinkedinErrorRow, Purpose } from '../src/purpose.ts';
import { answer, coded, DOCUMENTED, duplicate, HTML, throttle } from './documented-answers.ts';

const rowOf = (status: number, body: unknown, on: Purpose) => errorRowOf(LINKEDIN_ERRORS, answer(status, body), on);
const errorOf = (status: number, body: unknown, call: Partial<RefusedCall<LinkedinErrorRow>> = {}) =>
  toNetworkError(LINKEDIN_ERRORS, answer(status, body), { on: 'api', effect: 'public', now: 0, ...call });

describe('the error table', () => {
  it.each(DOCUMENTED)('%s %i %j is %s → %s', (on, status, body, row, code) => {
    expect(rowOf(status, body, on)).toMatchObject({ name: row, code });
  });

  it('has no row that no documented answer reaches', () => {
    const reached = new Set(DOCUMENTED.map(([, , , row]) => row));
    expect(ERROR_ROWS.map((row) => row.name).filter((name) => !reached.has(name))).toEqual([]);
  });

  it('knows every code LinkedIn documents, whatever else the answer contains', () => {
    const codes = {
      400: [
        ...[
          'ILLEGAL_ARGUMENT',
          'INVALID_URN_TYPE',
          'INVALID_URN_ID',
          'INVALID_IMAGE_ID',
          'INVALID_VIDEO_ID',
          'MISSING_FIELD',
        ],
        ...['INVALID_VALUE_FOR_FIELD', 'INVALID_VALUE_BLANK_FIELD', 'FIELD_LENGTH_TOO_LONG', 'EXPIRED_UPLOAD_URL'],
        ...[
          'MEDIA_ASSET_WAITING_UPLOAD',
          'MEDIA_ASSET_PROCESSING',
          'MEDIA_ASSET_PROCESSING_FAILED',
          'UPDATING_ASSET_FAILED',
        ],
      ],
      401: [
        ...[
          'EMPTY_ACCESS_TOKEN',
          'INVALID_ACCESS_TOKEN',
          'REVOKED_ACCESS_TOKEN',
          'EXPIRED_ACCESS_TOKEN',
          'RESTRICTED_MEMBER',
        ],
        ...['65600', '65601', '65602', '65608'],
      ],
      403: ['ACCESS_DENIED', '100'],
      404: ['NOT_FOUND'],
      409: ['CONFLICT'],
      422: ['DUPLICATE_POST'],
      426: ['NONEXISTENT_VERSION'],
      429: ['TOO_MANY_REQUESTS', '101'],
    };
    const fallbacks = [
      'unauthorized',
      'refused',
      'unprocessable',
      'upload_refused',
      'token_call_refused',
      'unexpected_answer',
    ];
    const unknown = Object.entries(codes).flatMap(([status, names]) =>
      names.filter((name) => {
        const code = /^\d+$/.test(name) ? { serviceErrorCode: Number(name) } : { code: name };
        return fallbacks.includes(rowOf(Number(status), { status: Number(status), ...code }, 'api').name);
      }),
    );
    expect(unknown).toEqual([]);
  });

  it('names every row once', () => {
    const names = ERROR_ROWS.map((row) => row.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a row for every status and any body', () => {
    const bodies = [
      undefined,
      null,
      7,
      'text',
      [],
      {},
      { code: 5, message: {}, errorDetails: 'x' },
      { errorDetails: { inputErrors: [null, 'x', {}] } },
    ];
    for (let status = 100; status <= 999; status++) {
      for (const json of bodies) expect(ERROR_ROWS).toContain(rowOf(status, json, 'api'));
    }
  });
});

describe('the token endpoint', () => {
  const bodies = [
    HTML,
    {},
    ...[
      'invalid_grant',
      'invalid_request',
      'invalid_client',
      'access_denied',
      'server_fault',
      'temporarily_unavailable',
    ].map((error) => ({ error, error_description: `${error} in a sentence: revoked, expired, 65601 or 65602` })),
  ];
  const credentialAfter = (status: number, body: unknown) =>
    errorOf(status, body, { on: 'token', effect: 'hidden' }).facts.credential;

  it('never ends an account for a temporary reason, whatever the body says', () => {
    const passing = [301, 302, 307, 403, 404, 408, 409, 421, 425, 426, 429, 500, 502, 503, 504, 999];
    const ended = passing.flatMap((status) =>
      bodies.filter((body) => credentialAfter(status, body) !== undefined).map((body) => [status, body]),
    );
    expect(ended).toEqual([]);
  });

  it('ends it when LinkedIn refuses the grant by name, and for nothing else', () => {
    const ending = bodies.filter((body) => credentialAfter(400, body) === 'expired');
    expect(ending).toMatchObject([{ error: 'invalid_grant' }, { error: 'invalid_request' }]);
  });
});

describe('what an error carries', () => {
  it('keeps the URN a duplicate names, as a hint', () => {
    expect(errorOf(422, duplicate).facts).toEqual({
      code: 'duplicate_content',
      outcome: 'rejected',
      message: 'LinkedIn refused the post as a duplicate of an earlier one by the same author.',
      retryAfterMs: undefined,
      networkCode: 'DUPLICATE_POST',
      networkMessage: 'Content is a duplicate of urn:li:share:7141 Duplicate post is detected',
      mediaIndex: undefined,
      remedy:
        'Change the text. LinkedIn keeps refusing the same text for a day or two, even after the earlier post is deleted.',
      credential: undefined,
      operator: undefined,
    });
  });

  it('waits for midnight UTC after a daily limit and for half a minute after a short one', () => {
    const at = (time: string, body: unknown) => errorOf(429, body, { now: Date.parse(time) }).facts.retryAfterMs;
    expect(at('2026-11-20T23:59:00.000Z', throttle('MEMBER DAY '))).toBe(60_000);
    expect(at('2026-11-20T00:00:00.000Z', throttle('MEMBER DAY '))).toBe(86_400_000);
    expect(at('2026-11-20T23:59:00.000Z', throttle(''))).toBe(30_000);
  });

  it('offers to send a post again whose media LinkedIn still processes', () => {
    const error = errorOf(400, coded(400, 'MEDIA_ASSET_WAITING_UPLOAD'));
    expect([error.code, error.outcome, error.facts.retryAfterMs]).toEqual([
      'media_processing_timeout',
      'rejected',
      3_000,
    ]);
  });

  it('says how a credential ended', () => {
    const ended = (service: number) => errorOf(401, { serviceErrorCode: service }).facts.credential;
    expect([65600, 65601, 65602, 65608].map(ended)).toEqual(['expired', 'revoked', 'expired', 'expired']);
  });

  it('leaves accounts alone when only the operator can help', () => {
    const facts = (status: number, body: unknown, on: Purpose) => {
      const { credential, operator } = errorOf(status, body, { on, effect: 'hidden' }).facts;
      return { credential, operator };
    };
    const alone = { credential: undefined, operator: true };
    expect(facts(426, coded(426, 'NONEXISTENT_VERSION'), 'api')).toEqual(alone);
    expect(facts(401, { error: 'invalid_client' }, 'token')).toEqual(alone);
    expect(facts(400, { error: 'unauthorized_scope_error' }, 'token')).toEqual(alone);
  });

  it('never puts a page of HTML into a message', () => {
    const { facts } = errorOf(999, HTML);
    expect([facts.networkCode, facts.networkMessage]).toEqual(['999', undefined]);
  });
});
