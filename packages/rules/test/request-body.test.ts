import { describe, expect, test } from 'vitest';
import { cutLists, isUtf8 } from '../src/request-body.ts';

describe('a content type is UTF-8', () => {
  test.each([
    ['application/json', true],
    ['', true],
    ['application/json; charset=utf-8', true],
    ['application/json;charset="UTF-8"', true],
    ['application/json; charset = utf-8', true],
    ['application/json; boundary=x; charset=utf-8', true],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-16', false],
    ['application/json; charset=utf-7; charset=utf-8', false],
    ['application/json; charset=', false],
  ])('%j: %j', (contentType, expected) => {
    expect(isUtf8(contentType)).toBe(expected);
  });
});

describe('lists of a body', () => {
  const cut = (body: unknown) => {
    cutLists(body);
    return body;
  };

  test('keep 50 entries at most, wherever they are', () => {
    const long = (): number[] => Array.from({ length: 51 }, (_, at) => at);
    const short = long().slice(0, 50);
    const body = cut({ a: long(), b: [{ c: long() }], d: 'text', e: null });
    expect(body).toEqual({ a: short, b: [{ c: short }], d: 'text', e: null });
    expect(cut(long().slice(1))).toHaveLength(50);
  });

  test('that are nested far too deep are not followed', () => {
    let deep: unknown = 0;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(() => cut(deep)).not.toThrow();
  });
});
