import { expect, test } from 'vitest';
import { isMet } from '../src/book.ts';
import { callFromOutside } from '../src/mcp/call-from-outside.ts';

test('the Inspector and both generations of the SDK list and call every tool of server and mock, over HTTP and stdio', async () => {
  const rows = await callFromOutside();
  const listed = rows.filter(({ call }) => call === 'tools/list').map(({ client }) => client);
  expect([new Set(listed).size, rows.filter((row) => !isMet(row))]).toEqual([12, []]);
}, 1_800_000);
