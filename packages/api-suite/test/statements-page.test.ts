import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATEMENTS } from '../src/statements/index.ts';
import { statementsPage } from '../src/statements-page.ts';

test('docs/api-suite.md lists the statements there are (pnpm golden writes it)', () => {
  const written = readFileSync(new URL('../../../docs/api-suite.md', import.meta.url), 'utf8');
  expect(written).toBe(statementsPage(STATEMENTS));
});

test('a statement that is there twice, or in a section nobody knows, is told', () => {
  const statement = { section: '4.5', statement: 'so it is', open: 'why not' };
  expect(() => statementsPage([statement, statement])).toThrow('This statement is there twice: 4.5 so it is');
  expect(() => statementsPage([{ ...statement, section: '12' }])).toThrow('There is no section 12.');
});
