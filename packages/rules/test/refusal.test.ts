import { expect, it } from 'vitest';
import { refuseAll, refuseField, summarise } from '../src/refusal.ts';

it.each([
  ['', []],
  ['content: Too long.', [{ path: 'content', message: 'Too long.' }]],
  ['The body is empty.', [{ path: '', message: 'The body is empty.' }]],
  [
    'a: One. (and 2 more, see details)',
    [
      { path: 'a', message: 'One.' },
      { path: 'b', message: 'Two.' },
      { path: 'c', message: 'Three.' },
    ],
  ],
])('problems in one sentence: %j', (sentence, details) => {
  expect(summarise(details)).toBe(sentence);
});

it('a refusal for one field has the bare sentence, one for a list of fields names the first', () => {
  const details = [{ path: 'url', message: 'Too long.' }];
  const code = 'invalid_request';
  expect(refuseField('url', 'Too long.')).toEqual({ ok: false, refusal: { code, message: 'Too long.', details } });
  expect(refuseAll(code, details)).toEqual({ ok: false, refusal: { code, message: 'url: Too long.', details } });
});
