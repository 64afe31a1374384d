import { expect, test } from 'vitest';
import { findSystemPostgres } from '../publishing/recovery/system-postgres.ts';
import { controls } from './scenarios/controls.ts';

test.each([
  ['ignores its journal of posts', 'no-journal'],
  ['ignores its journal of comments', 'no-journal, comments'],
  ['creates a Micropub post again after a lost answer', 'retry-sends, hubs'],
  ['publishes a fresh post on WordPress instead of the draft', 'fresh-posts'],
  ['writes events after the statement that settles', 'events-after-settle'],
  ['takes a deletion without an answer for done', 'lost-deletions-done'],
  ['says nothing of a deletion that may have been sent', 'deletions-unsaid'],
  ['removes the bytes of a hosted file before its row', 'bytes-before-rows'],
  ['writes the use of a hosted file after its post', 'use-after-post'],
  ['acknowledges bytes before they are written', 'acknowledge-early'],
  ...(findSystemPostgres() ? [['does not check a promoted standby', 'no-history-check']] : []),
])('the suite detects a service that %s', async (_, part) => {
  const result = await controls.run(part, { seed: 7, progress: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.notes).toMatch(
    /^saw .*\d+ (doubles|falseReports|lost events|still live|gone without a word|ready row without its bytes|use lost|lost bytes)/,
  );
});
