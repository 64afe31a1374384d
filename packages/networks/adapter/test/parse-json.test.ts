import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../src/parse-json.ts';

describe('integers that a double cannot hold become strings, everything else is unchanged', () => {
  it.each<[string, unknown]>([
    ['{"user_id":17841400008460056}', { user_id: '17841400008460056' }],
    ['{"id":9007199254740991}', { id: 9007199254740991 }],
    ['{"id":9007199254740992}', { id: '9007199254740992' }],
    ['{"id":-9007199254740993}', { id: '-9007199254740993' }],
    ['[12345678901234567890,{"a":[12345678901234567891]}]', ['12345678901234567890', { a: ['12345678901234567891'] }]],
    ['17841400008460056', '17841400008460056'],
    ['{"text":"17841400008460056, \\"id\\":17841400008460057"}', { text: '17841400008460056, "id":17841400008460057' }],
    ['{"17841400008460056":1}', { '17841400008460056': 1 }],
    [
      '{"f":0.1234567890123456789,"e":1e20,"z":-0,"n":1700000000000000.5}',
      { f: 0.12345678901234568, e: 1e20, z: -0, n: 1700000000000000.5 },
    ],
    ['{"a":null,"b":true,"pad":"0000000000000000"}', { a: null, b: true, pad: '0000000000000000' }],
    ['null', null],
    ['""', ''],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('in any surroundings', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(`{"big":[12345678901234567890],"v":${text}}`)).toHaveProperty('big', ['12345678901234567890']);
      }),
    );
  });

  it('for every integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (n) => {
        const value = parseJson(`{"n":${n}}`);
        expect(value).toEqual({ n: Number.isSafeInteger(Number(n)) ? Number(n) : String(n) });
      }),
    );
  });
});

describe('what is not JSON is undefined', () => {
  it.each(['', ' ', '<html>', '{"id":1', "{'a':1}", 'undefined', '{"a":01}', '{"id":12345678901234567890'])(
    '%j',
    (text) => {
      expect(parseJson(text)).toBe(undefined);
    },
  );
});

it('a key named __proto__ is data', () => {
  const value = parseJson('{"__proto__":{"admin":12345678901234567890}}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(Object(value))).toEqual(['__proto__']);
});
