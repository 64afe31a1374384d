import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_ABOUT } from '../src/openapi-about.ts';

const text = readFileSync(new URL('../../../docs/changelog.md', import.meta.url), 'utf8');
const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
const entries = headings.map((heading) => /^(\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$/.exec(heading));

test('every entry of the changelog has a version and a date that exists, newest first', () => {
  expect(headings.filter((_, i) => entries[i] === null)).toEqual([]);
  const dates = entries.map((entry) => entry?.[2] ?? '');
  expect(dates.filter((date) => new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date)).toEqual([]);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(new Set(entries.map((entry) => entry?.[1])).size).toBe(entries.length);
});

test('openapi.yaml has the version of the newest entry', () => {
  expect(entries[0]?.[1]).toBe(API_ABOUT.info.version);
});

test('a breaking change is marked at the beginning of its line, and in one way', () => {
  const mentions = text.split('\n').filter((line) => /\bbreaking\b/i.test(line));
  expect(mentions.filter((line) => !/^- \*\*Breaking: ?/.test(line) && !line.includes('an entry says'))).toEqual([]);
});
