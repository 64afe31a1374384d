import { expect, test } from 'vitest';
import { STATEMENTS } from '../src/statements/index.ts';
import { statementsPage } from '../src/statements-page.ts';

test('the page names every statement once, in its section, and counts them', () => {
  const page = statementsPage(STATEMENTS);
  const named = page.split('\n## ').flatMap((part) => {
    const [section] = part.split(' ');
    return [...part.matchAll(/^- (?:\*[\w ]+\* \(.+?\): )?(.+)$/gm)].map(([, statement]) => `${section} ${statement}`);
  });
  const all = STATEMENTS.map(({ section, statement }) => `${section} ${statement}`);
  expect(named.filter((line) => /^\d/.test(line)).toSorted()).toEqual(all.toSorted());
  const open = STATEMENTS.filter((statement) => 'open' in statement).length;
  expect(page).toContain(`${all.length - open} statements about the API`);
  expect(page).toContain(`${open} more are open`);
});

test('a repeated statement and an unknown section are refused', () => {
  const statement = { section: '4.5', statement: 'so it is', open: 'why not' };
  expect(() => statementsPage([statement, statement])).toThrow('This statement occurs twice: 4.5 so it is');
  expect(() => statementsPage([{ ...statement, section: '12' }])).toThrow('There is no section 12.');
});
