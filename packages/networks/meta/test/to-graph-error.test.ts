import type { Answer } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { graphFault, toGraphError } from '../src/graph-errors.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  text: '',
  json,
});

const graph = (code: number, subcode?: number, more: Record<string, unknown> = {}) => ({
  error: { message: 'words', type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A', ...more },
});

const hidden = { effect: 'hidden', now: NOW } as const;
const publish = { ...hidden, effect: 'public' } as const;

describe('toGraphError', () => {
  it('reads a failed download of one carousel item into all fields a caller needs', () => {
    const body = graph(9004, 2207052, {
      message: 'Only photo or video can be accepted as media type.',
      is_transient: false,
      error_user_title: "Media download has failed. The media URI doesn't meet our requirements.",
      error_user_msg: 'The media could not be fetched from this URI',
    });
    const error = toGraphError('Instagram', answer(400, body), { ...hidden, mediaIndex: 3 });
    expect(error.facts).toEqual({
      code: 'media_unreachable',
      outcome: 'rejected',
      message: 'Instagram could not fetch the media file from its address.',
      retryAfterMs: 2000,
      networkCode: '9004/2207052',
      networkMessage:
        "Only photo or video can be accepted as media type. | Media download has failed. The media URI doesn't meet our requirements. | The media could not be fetched from this URI",
      mediaIndex: 3,
      remedy:
        'Serve the file under a public address that answers directly: no redirect, login, robots.txt rule or expiring link.',
      credential: undefined,
      operator: undefined,
    });
  });

  it('treats a final Threads error as final although it has HTTP 500', () => {
    const body = {
      error: { message: 'Param text must be at most 500 characters long.', type: 'THApiException', code: 100 },
    };
    const error = toGraphError('Threads', answer(500, body), hidden);
    expect([error.code, error.facts.retryAfterMs, error.facts.message]).toEqual([
      'content_rejected',
      undefined,
      'The text is longer than 500 characters.',
    ]);
  });

  it('separates an app removed by its user from an expired token', () => {
    const removed = toGraphError('Instagram', answer(400, graph(190, 458)), hidden).facts;
    const expired = toGraphError('Instagram', answer(400, graph(190, 463)), hidden).facts;
    expect([removed.code, removed.credential]).toEqual(['credential_rejected', 'revoked']);
    expect([expired.code, expired.credential]).toEqual(['credential_rejected', 'expired']);
  });

  it('lets a call that the network calls transient be repeated', () => {
    const transient = toGraphError('Instagram', answer(400, graph(100, undefined, { is_transient: true })), hidden);
    const final = toGraphError('Instagram', answer(400, graph(100, undefined, { is_transient: false })), hidden);
    expect([transient.facts.retryAfterMs, final.facts.retryAfterMs]).toEqual([2000, undefined]);
  });

  it('does not retry a refused token because the network calls it transient', () => {
    const error = toGraphError('Instagram', answer(400, graph(190, 463, { is_transient: true })), hidden);
    expect(error.facts.retryAfterMs).toBeUndefined();
  });

  it('keeps the network’s words where no table has the code', () => {
    const { code, networkCode, networkMessage } = toGraphError('Instagram', answer(400, graph(4711, 12)), hidden).facts;
    expect({ code, networkCode, networkMessage }).toEqual({
      code: 'content_rejected',
      networkCode: '4711/12',
      networkMessage: 'words',
    });
  });

  it('waits as long as the usage header says, in minutes', () => {
    const usage = '{"17841400000000001":[{"type":"instagram","call_count":100,"estimated_time_to_regain_access":19}]}';
    const error = toGraphError('Instagram', answer(400, graph(80002), { 'x-business-use-case-usage': usage }), hidden);
    expect([error.code, error.facts.retryAfterMs]).toEqual(['rate_limited', 19 * 60_000]);
  });

  it('reads HTTP 429 as throttling whatever code comes with it', () => {
    const error = toGraphError('Instagram', answer(429, graph(1), { 'retry-after': '7' }), hidden);
    expect([error.code, error.facts.retryAfterMs, error.facts.message]).toEqual([
      'rate_limited',
      7000,
      'Instagram throttles this account.',
    ]);
  });

  it('gives no time for the daily limit, whose end is unknown', () => {
    const error = toGraphError('Instagram', answer(400, graph(9, 2207042)), hidden);
    expect([error.code, error.facts.retryAfterMs]).toEqual(['rate_limited', undefined]);
  });

  describe('on the code exchange', () => {
    const oauth = (message: string) => ({ error_type: 'OAuthException', code: 400, error_message: message });

    it('blames a used code', () => {
      const body = oauth('Matching code was not found or was already used');
      expect(toGraphError('Instagram', answer(400, body), hidden).facts).toEqual({
        code: 'credential_rejected',
        outcome: 'rejected',
        message: 'Instagram did not accept the authorization code.',
        networkCode: 'OAuthException/400',
        networkMessage: 'Matching code was not found or was already used',
        remedy: 'Start the connect flow again; a code is valid once and for one hour.',
      });
    });

    it.each([
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used',
      'Invalid platform app',
      'Error validating client secret.',
    ])('blames the operator for "%s"', (message) => {
      const { code, operator, credential } = toGraphError('Instagram', answer(400, oauth(message)), hidden).facts;
      expect({ code, operator, credential }).toEqual({
        code: 'internal_error',
        operator: true,
        credential: undefined,
      });
    });
  });

  describe('of an answer that is not from the API', () => {
    it.each([
      [502, 2000],
      [500, 2000],
      [408, 2000],
      [404, undefined],
      [401, undefined],
      [403, undefined],
      [302, undefined],
    ])('HTTP %i never touches the account', (status, retryAfterMs) => {
      const error = toGraphError('Instagram', answer(status, undefined), hidden);
      expect([error.code, error.facts.retryAfterMs, error.facts.credential, graphFault(error)]).toEqual([
        'network_unavailable',
        retryAfterMs,
        undefined,
        null,
      ]);
    });
  });

  describe('on the publish edge', () => {
    it.each([
      ['blocked as spam, which may be live', 400, graph(4, 2207051), 'unknown'],
      ['blocked as spam under 429', 429, graph(4, 2207051), 'unknown'],
      ['daily limit', 400, graph(9, 2207042), 'unknown'],
      ['app throttled with a 400', 400, graph(4), 'unknown'],
      ['missing permission', 403, graph(10), 'unknown'],
      ['not visible yet', 400, graph(24, 4279009), 'unknown'],
      ['server error', 500, graph(2), 'unknown'],
      ['proxy error', 502, undefined, 'unknown'],
      ['a page of another server', 401, undefined, 'unknown'],
      ['redirect', 307, undefined, 'unknown'],
      ['time-out at the network', 408, undefined, 'unknown'],
      ['throttled', 429, graph(17), 'rejected'],
      ['throttled without words', 429, undefined, 'rejected'],
      ['misdirected', 421, undefined, 'rejected'],
      ['too early', 425, undefined, 'rejected'],
      ['refused token', 400, graph(190), 'rejected'],
      ['removed app', 401, graph(190, 458), 'rejected'],
    ] as const)('%s is %4$s', (_, status, body, outcome) => {
      const error = toGraphError('Instagram', answer(status, body), publish);
      expect(error.outcome).toBe(outcome);
    });

    it('keeps what reconciling needs', () => {
      const error = toGraphError('Instagram', answer(400, graph(24, 4279009)), publish);
      expect(graphFault(error)).toMatchObject({ status: 400, row: { name: '24/4279009', notReady: true } });
      expect(graphFault(new Error('other'))).toBeNull();
    });
  });
});
