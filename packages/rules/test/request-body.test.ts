import { describe, expect, test } from 'vitest';
import { isUtf8 } from '../src/request-body.ts';

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
