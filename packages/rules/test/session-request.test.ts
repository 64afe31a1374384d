import { judgeSessionRequest } from '@fanfare/rules';
import { expect, it } from 'vitest';

const own = { origin: 'https://fanfare.example', isCsrfToken: (token: string) => token === 'right' };
const same = { site: 'same-origin', origin: null, method: 'POST', csrfToken: 'right' };

it.each([
  [{}, null],
  [{ site: null, origin: 'https://fanfare.example' }, null],
  [{ site: null, origin: null, method: 'GET' }, null],
  [{ site: null, origin: null, method: 'HEAD' }, null],
  [{ site: null, origin: null }, 'not_same_origin'],
  [{ site: null, origin: 'null' }, 'not_same_origin'],
  [{ site: null, origin: 'https://evil.example', method: 'GET' }, 'not_same_origin'],
  [{ site: 'cross-site', origin: 'https://fanfare.example' }, 'not_same_origin'],
  [{ site: 'same-site' }, 'not_same_origin'],
  [{ site: 'none' }, 'not_same_origin'],
  [{ site: 'cross-site', method: 'GET' }, 'not_same_origin'],
  [{ csrfToken: null }, 'wrong_csrf_token'],
  [{ csrfToken: 'wrong' }, 'wrong_csrf_token'],
  [{ csrfToken: '', method: 'GET' }, 'wrong_csrf_token'],
] as const)('%j → %s', (changes, problem) => {
  expect(judgeSessionRequest({ ...same, ...changes }, own)).toBe(problem);
});
