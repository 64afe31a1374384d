import { expect, test } from 'vitest';
import type { Check } from '../src/report/check.ts';
import { notGreen, redOnly, runOn } from './run-on.ts';
import { type BadHabits, startSmallHub } from './small-hub.ts';

async function check(bad: BadHabits, options: { readonly guess?: boolean } = {}): Promise<readonly Check[]> {
  const hub = await startSmallHub(bad);
  return runOn(hub.url, hub.makeCode, options);
}

const namesOf = (checks: readonly Check[]): readonly string[] =>
  redOnly(checks).map((line) => line.slice(2, line.indexOf(':')));

test('a hub that does what the specification says is green', async () => {
  expect(notGreen(await check({}, { guess: true }))).toEqual([
    '– the hub URL has https: the hub runs on this machine',
    '– the key works: the kit has no driver for the type example.org',
  ]);
});

const HABITS: readonly (readonly [string, BadHabits, readonly string[]])[] = [
  [
    'has no document',
    { documentStatus: 404, documentType: 'text/html', document: () => '<h1>No</h1>' },
    ['the discovery document is there'],
  ],
  [
    'shows a page with 200',
    { documentType: 'text/html', document: () => '<h1>Home</h1>' },
    ['the discovery document is there'],
  ],
  ['redirects the document', { documentStatus: 302 }, ['the discovery document is there']],
  ['serves the document as text', { documentType: 'text/plain' }, ['the discovery document is there']],
  ['has another version', { document: (document) => ({ ...document, version: 2 }) }, ['its version is 1']],
  ['writes the version as text', { document: (document) => ({ ...document, version: '1' }) }, ['its version is 1']],
  [
    'names an exchange elsewhere',
    { document: (document) => ({ ...document, exchange: 'https://elsewhere.example/exchange' }) },
    ['its exchange is an address on the origin of the hub URL'],
  ],
  [
    'names a relative exchange',
    { document: (document) => ({ ...document, exchange: '/exchange' }) },
    ['its exchange is an address on the origin of the hub URL'],
  ],
  [
    'changes the document',
    { document: (document) => ({ ...document, at: Math.random() }) },
    ['it is the same when it is read again'],
  ],
  ['makes two keys of one code', { readsThenDeletes: true }, ['20 exchanges of one code at once make one key']],
  [
    'takes a code again',
    { keepsUsedCodes: true },
    ['the same code does not work again', '20 exchanges of one code at once make one key'],
  ],
  ['keeps older codes', { keepsOlderCodes: true }, ['a code that a newer one replaced is refused']],
  ['compares codes as typed', { comparesAsTyped: true }, ['a code in lower case, with spaces for dashes, is taken']],
  ['refuses long names', { refusesLongNames: true }, ['a long name with a control character is taken']],
  [
    'shows codes without groups',
    { showsAs: (code) => code.replaceAll('-', '') },
    ['the code is shown as four groups of four letters'],
  ],
  ['lets caches store the key', { mayBeStored: true }, ['it is not stored by caches']],
  ['names an expiry', { answer: (answer) => ({ ...answer, expires_in: 3600 }) }, ['it names no expiry']],
  ['leaves out the user', { answer: ({ user, ...answer }) => answer }, ['the answer has every member']],
  [
    'names an API elsewhere',
    { answer: (answer) => ({ ...answer, apiUrl: 'https://elsewhere.example/' }) },
    ['its apiUrl is on the origin of the hub URL'],
  ],
  [
    'has a type without a dot',
    { answer: (answer) => ({ ...answer, type: 'gopher' }) },
    ['its type is known, or has a dot'],
  ],
  [
    'says that a code was used',
    { refusal: ({ isKnown }) => ({ code: 'invalid_connect_code', message: isKnown ? 'Used.' : 'Unknown.' }) },
    ['a refusal does not say which reason applies'],
  ],
  [
    'repeats the code in an error',
    { refusal: ({ code }) => ({ code: 'invalid_connect_code', message: `${code} is wrong.` }) },
    ['no answer repeats a code', 'a refusal does not say which reason applies'],
  ],
  [
    'refuses with a page',
    { refusalType: 'text/html', refusal: () => '<h1>Wrong</h1>' },
    [
      'a text that is no code is refused',
      'a code that the hub has not made is refused',
      'the same code does not work again',
      'a code that a newer one replaced is refused',
      '20 exchanges of one code at once make one key',
      'all are JSON',
      'every refusal has a code and a message',
    ],
  ],
];

test.each(HABITS)('red: a hub that %s', async (_what, bad, expected) => {
  expect(namesOf(await check(bad))).toEqual(expected);
});

const GUESSING: readonly (readonly [string, BadHabits, readonly string[]])[] = [
  ['never stops guesses', { limit: 100_000 }, ['repeated wrong codes are stopped']],
  ['stops guesses without saying until when', { tooMany: { headers: {} } }, ['the answer says how long to wait']],
  [
    'stops guesses with another code',
    { tooMany: { body: { code: 'slow_down', message: 'Wait.' } } },
    ['repeated wrong codes are stopped'],
  ],
  ['stops after 25 wrong codes', { limit: 25 }, ['the limit is not too low']],
];

test.each(GUESSING)('red: a hub that %s', async (_what, bad, expected) => {
  expect(namesOf(await check(bad, { guess: true }))).toEqual(expected);
});

test('a hub that counts earlier attempts is not blamed for its limit: what it refuses with 429 is skipped', async () => {
  const checks = await check({ limit: 0 });
  expect(redOnly(checks)).toEqual([]);
  expect(notGreen(checks)).toContainEqual(
    '– it is exchanged for a key: the hub answers 429 after earlier attempts from this address; run the kit again in 600 s',
  );
});

test('without codes the exchanges are skipped, and what needs none is checked', async () => {
  const hub = await startSmallHub();
  const checks = await runOn(hub.url, async () => null);
  expect(redOnly(checks)).toEqual([]);
  expect(notGreen(checks).filter((line) => line.endsWith('the test gives no codes'))).toHaveLength(7);
});
