import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, chooseIdempotencyKey, requestText } from '../src/idempotency.ts';
import { refuseField } from '../src/refusal.ts';

const HEADER = 'headers.Idempotency-Key';
const REQUIRED = 'An idempotency key is required: set idempotencyKey in the body or send the Idempotency-Key header.';
const TWICE = 'The Idempotency-Key header was sent more than once. Send it once.';

describe('the key of a request', () => {
  it.each([
    ['the body alone', 'from-body', [], 'from-body'],
    ['the header alone', undefined, ['from-header'], 'from-header'],
    ['both, and the body wins', 'from-body', ['from-header'], 'from-body'],
    ['a header in quotes', undefined, ['"from-header"'], 'from-header'],
    ['one pair of quotes is taken off, not two', undefined, ['""twice""'], '"twice"'],
    ['a quote at one end is part of the key', undefined, ['"half'], '"half'],
    ['a lone quote is a key', undefined, ['"'], '"'],
    ['quotes inside the body’s key are part of it', '"quoted"', [], '"quoted"'],
    ['255 characters, each of them two UTF-16 units', undefined, ['😀'.repeat(255)], '😀'.repeat(255)],
    ['a header that would not do beside a body that does', 'from-body', [''], 'from-body'],
  ])('%s', (_name, body, headers, key) => {
    expect(chooseIdempotencyKey(body, headers)).toEqual({ ok: true, key });
  });

  it.each([
    ['neither', undefined, [], 'idempotencyKey', REQUIRED],
    ['two header lines', undefined, ['a', 'b'], HEADER, TWICE],
    ['two header lines that agree', undefined, ['a', 'a'], HEADER, TWICE],
    ['two header lines beside a body', 'from-body', ['a', 'b'], HEADER, TWICE],
    ['an empty header', undefined, [''], HEADER, 'Must not be empty.'],
    ['nothing inside the quotes', undefined, ['""'], HEADER, 'Must not be empty.'],
    ['256 characters', undefined, ['k'.repeat(256)], HEADER, 'Must have at most 255 characters, has 256.'],
    ['a tab', undefined, ['a\tb'], HEADER, 'Must not contain control characters.'],
  ])('%s is refused', (_name, body, headers, path, message) => {
    expect(chooseIdempotencyKey(body, headers)).toEqual(refuseField(path, message));
  });

  it('a header means the same with and without quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (key) => {
        fc.pre(!/^".*"$/s.test(key));
        expect(chooseIdempotencyKey(undefined, [`"${key}"`])).toEqual(chooseIdempotencyKey(undefined, [key]));
      }),
    );
  });
});

describe('the canonical form of a request', () => {
  it.each([
    ['keys are sorted at every depth', { b: [{ d: 1, c: 2 }], a: null }, '{"a":null,"b":[{"c":2,"d":1}]}'],
    ['fields that are not there are not there', { a: undefined, b: 1 }, '{"b":1}'],
    ['lists keep their order', [3, 1, 2], '[3,1,2]'],
    ['nothing is null', undefined, 'null'],
    ['texts are escaped as JSON', { 'a"b': '\u2028\n' }, '{"a\\"b":"\u2028\\n"}'],
    ['keys are sorted by code unit, as every JavaScript engine does', { é: 1, z: 2, Z: 3 }, '{"Z":3,"z":2,"é":1}'],
  ])('%s', (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  // Written and read once, so that -0, which JSON does not know, is 0.
  const anyJson = fc.json().map((text): Parameters<typeof canonicalJson>[0] => JSON.parse(text));

  it('is JSON that means what was given', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  it('does not depend on the order in which fields were written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(object));
      }),
    );
  });

  it('differs for requests that differ', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (one, other) => {
        expect(canonicalJson(one) === canonicalJson(other)).toBe(
          JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)),
        );
      }),
    );
  });
});

/** Another way to the same question: objects become sorted lists of pairs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(sorted) };
  if (typeof value !== 'object' || value === null) return value;
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { pairs: pairs.map(([key, item]) => [key, sorted(item)]) };
}

it('requests that differ in their key alone are one request', () => {
  const body = { content: 'Hi', mediaItems: [], platforms: [{ platform: 'x' as const, accountId: 'acc_x' }] };
  expect(requestText({ ...body, idempotencyKey: 'a' })).toBe(requestText(body));
  expect(requestText({ ...body, content: 'Ho', idempotencyKey: 'a' })).not.toBe(requestText(body));
});
