import { expect, test } from 'vitest';
import { isRequestId } from '../src/request-id.ts';

test.each(['a', 'req_01m7w5gmjveywre7ecq4ztbery', 'A-b_9', 'x'.repeat(64)])('%s is kept', (id) => {
  expect(isRequestId(id)).toBe(true);
});

test.each([undefined, null, '', 'x'.repeat(65), 'a b', 'a,b', 'a\n', 'ä', '<script>', '../../etc'])(
  '%j is replaced',
  (id) => {
    expect(isRequestId(id)).toBe(false);
  },
);
