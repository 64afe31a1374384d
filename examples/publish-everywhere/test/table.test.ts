import { expect, test } from 'vitest';
import { faint } from '../src/say.ts';
import { table } from '../src/table.ts';

const GREEN = '\u001b[32mpublished\u001b[39m';

test('columns stay aligned with any content and colour', () => {
  const rows = [
    ['x', GREEN, '–', 'short'],
    ['instagram', 'failed', '17', 'a last column as long as it likes'],
  ];
  expect(table(rows).split('\n')).toEqual([
    `   x          ${GREEN}  –   short`,
    '   instagram  failed     17  a last column as long as it likes',
  ]);
});

test('a head stands above a rule of the same length, and widens its columns', () => {
  expect(table([['x', 'ada']], ['platform', 'account']).split('\n')).toEqual([
    `   ${faint('platform  account')}`,
    `   ${faint('─────────────────')}`,
    '   x         ada',
  ]);
});
