import type { HubPurpose } from '@fanfare/hub';
import { type Answer, errorRowOf, parseJson } from '@fanfare/network';
import { expect, it } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { MICROPUB_ERRORS } from '../src/error-table.ts';

const answer = (status: number, text = '', headers: Answer['headers'] = {}): Answer => ({
  status,
  headers,
  text,
  json: parseJson(text),
});
/** As the specification and Indiekit have it. */
const own = (status: number, error: string): Answer =>
  answer(status, JSON.stringify({ error, error_description: 'No.' }));
const redirect = (status: number, location: string): Answer => answer(status, '', { location });

const page = (status: number): Answer => answer(status, '<html>Blocked</html>');

const DOCUMENTED: readonly (readonly [on: HubPurpose, answer: Answer, row: string])[] = [
  ['connect', redirect(302, '/session/login?redirect=/micropub'), 'login_redirect'],
  ['publish', redirect(303, 'https://hub.test/sign-in'), 'login_redirect'],
  ['read', redirect(307, '/auth'), 'login_redirect'],
  ['publish', own(401, 'insufficient_scope'), 'scope_missing'],
  ['media', own(403, 'insufficient_scope'), 'scope_missing'],
  ['delete', own(403, 'insufficient_scope'), 'delete_scope_missing'],
  ['delete', own(404, 'not_found'), 'post_gone'],
  ['delete', page(404), 'page_in_between'],
  ['publish', own(401, 'unauthorized'), 'key_refused'],
  ['publish', own(403, 'forbidden'), 'key_refused'],
  ['read', answer(401, '', { 'www-authenticate': 'Bearer error="invalid_token"' }), 'key_refused'],
  ['connect', answer(401, 'Unauthorized'), 'key_refused_at_connect'],
  ['read', answer(401, 'Unauthorized'), 'refused_in_between'],
  ['publish', answer(403, '<html>Blocked</html>'), 'refused_in_between'],
  ['publish', answer(401, '', { 'www-authenticate': 'Basic realm="staging"' }), 'refused_in_between'],
  ['publish', own(429, 'too_many_requests'), 'rate_limited'],
  ['read', own(501, 'not_implemented'), 'unknown_query'],
  ['media', answer(500), 'server_fault'],
  ['publish', answer(503, '<html>'), 'server_fault'],
  ['connect', redirect(301, 'https://www.hub.test/micropub'), 'redirect_at_connect'],
  ['publish', redirect(302, '/maintenance'), 'redirect'],
  ['publish', redirect(308, '/session/login'), 'redirect'],
  ['publish', redirect(302, '/authors/ann'), 'redirect'],
  ['media', answer(413, '<html>'), 'upload_too_large'],
  ['media', own(415, 'unsupported_media_type'), 'upload_refused'],
  ['publish', own(400, 'invalid_request'), 'refused'],
  ['read', own(404, 'not_found'), 'refused'],
  ['publish', page(404), 'page_in_between'],
  ['media', page(406), 'page_in_between'],
  ['read', page(404), 'refused'],
];

it.each(DOCUMENTED)('on %s: %j is %s', (on, refusal, row) => {
  expect(errorRowOf(MICROPUB_ERRORS, refusal, on).name).toBe(row);
});

it('every row is that of an answer above', () => {
  expect(new Set(ERROR_ROWS.map(({ name }) => name))).toEqual(new Set(DOCUMENTED.map(([, , row]) => row)));
});
