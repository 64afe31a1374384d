import type { HubPurpose } from '@fanfare/hub';
import { type Answer, errorRowOf, parseJson } from '@fanfare/network';
import { expect, it } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { WORDPRESS_ERRORS } from '../src/error-table.ts';

const answer = (status: number, text: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers,
  text,
  json: parseJson(text),
});
/** As WordPress 6.1.9 answers. */
const own = (status: number, code: string): Answer =>
  answer(status, JSON.stringify({ code, message: 'Sorry.', data: { status } }));
const page = (status: number): Answer => answer(status, '<html>Forbidden</html>');

const DOCUMENTED: readonly (readonly [on: HubPurpose, answer: Answer, row: string])[] = [
  ['media', own(500, 'rest_upload_sideload_error'), 'upload_refused'],
  ['media', own(500, 'rest_upload_unknown_error'), 'upload_refused'],
  ['media', own(400, 'rest_upload_no_data'), 'upload_too_large'],
  ['media', own(400, 'rest_upload_file_too_big'), 'upload_too_large'],
  ['media', page(413), 'upload_too_large'],
  ['media', own(500, 'rest_upload_file_error'), 'server_fault'],
  ['draft', own(500, 'empty_term_name'), 'tag_refused'],
  ['connect', own(401, 'rest_not_logged_in'), 'key_refused'],
  ['connect', own(401, 'incorrect_password'), 'key_refused'],
  ['read', own(401, 'application_passwords_disabled'), 'key_refused'],
  ['publish', own(401, 'rest_cannot_edit'), 'key_refused_otherwise'],
  ['publish', own(403, 'rest_cannot_publish'), 'may_not'],
  ['media', own(403, 'rest_cannot_create'), 'may_not'],
  ['draft', own(403, 'some_plugin_says_no'), 'may_not'],
  ['publish', page(429), 'rate_limited'],
  ['publish', page(503), 'server_fault'],
  ['draft', own(500, 'db_insert_error'), 'server_fault'],
  ['draft', answer(500, '{"code":"internal_server_error","message":"<p>critical error</p>"}'), 'server_fault'],
  ['publish', page(301), 'redirect'],
  ['publish', page(401), 'refused_in_between'],
  ['publish', page(403), 'refused_in_between'],
  ['publish', answer(401, '{"code":"rest_not_here","message":"A gateway."}'), 'refused_in_between'],
  ['publish', own(404, 'rest_post_invalid_id'), 'draft_gone'],
  ['delete', own(404, 'rest_post_invalid_id'), 'post_gone'],
  ['delete', own(410, 'rest_already_trashed'), 'post_gone'],
  ['delete', own(501, 'rest_trash_not_supported'), 'no_trash'],
  ['delete', page(404), 'refused_in_between'],
  ['connect', page(404), 'no_rest_api'],
  ['publish', page(404), 'refused_in_between'],
  ['draft', page(406), 'refused_in_between'],
  ['media', answer(404, '{"code":"rest_not_here","message":"A gateway."}'), 'refused_in_between'],
  ['draft', own(400, 'rest_invalid_param'), 'refused'],
  ['draft', own(400, 'empty_content'), 'refused'],
];

it.each(DOCUMENTED)('on %s: %j is %s', (on, refusal, row) => {
  expect(errorRowOf(WORDPRESS_ERRORS, refusal, on).name).toBe(row);
});

it('every row is that of an answer above', () => {
  expect(new Set(ERROR_ROWS.map(({ name }) => name))).toEqual(new Set(DOCUMENTED.map(([, , row]) => row)));
});
