import type { HubPurpose } from '@fanfare/hub';
import { type Answer, errorRowOf, parseJson } from '@fanfare/network';
import { expect, it } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { HUMHUB_ERRORS } from '../src/error-table.ts';

const answer = (status: number, text = ''): Answer => ({ status, headers: {}, text, json: parseJson(text) });
/** As the REST module of HumHub has it. */
const own = (status: number): Answer => answer(status, JSON.stringify({ code: status, message: 'No.' }));

const DOCUMENTED: readonly (readonly [on: HubPurpose, answer: Answer, row: string])[] = [
  ['read', own(500), 'server_fault'],
  ['publish', answer(503, '<html>'), 'server_fault'],
  ['draft', own(429), 'rate_limited'],
  ['publish', answer(302), 'redirect'],
  ['connect', own(401), 'key_refused'],
  ['draft', own(403), 'forbidden'],
  ['read', answer(401, 'Unauthorized'), 'refused_in_between'],
  ['publish', answer(403, '<html>Blocked</html>'), 'refused_in_between'],
  ['media', answer(407), 'refused_in_between'],
  ['media', own(400), 'upload_refused'],
  ['media', answer(413, '<html>'), 'upload_refused'],
  ['draft', own(400), 'refused'],
  ['read', own(404), 'refused'],
];

it.each(DOCUMENTED)('on %s: %j is %s', (on, refusal, row) => {
  expect(errorRowOf(HUMHUB_ERRORS, refusal, on).name).toBe(row);
});

it('every row is that of an answer above', () => {
  expect(new Set(ERROR_ROWS.map(({ name }) => name))).toEqual(new Set(DOCUMENTED.map(([, , row]) => row)));
});
