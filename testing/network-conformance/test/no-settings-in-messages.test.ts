import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');

/** Names of settings, from the tables of the operator's pages. */
const settings = globSync('docs/{self-hosting,networks/*}.md', { cwd: ROOT }).flatMap((page) =>
  [...read(page).matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name = '']) => name),
);

/** Strings of the code that are sentences: quoted text with a space. */
const sentencesOf = (code: string): string[] =>
  code
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => line.match(/'(?:[^'\\]|\\.)* (?:[^'\\]|\\.)*'|`[^`]* [^`]*`/g) ?? []);

test('no adapter message names a setting: callers see it and cannot set it', () => {
  expect(settings).toEqual(expect.arrayContaining(['LINKEDIN_SCOPES', 'X_CLIENT_ID']));
  const files = globSync('packages/networks/{instagram,linkedin,meta,threads,x}/src/**/*.ts', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(50);
  const named = files.flatMap((file) =>
    sentencesOf(read(file)).filter((sentence) => settings.some((name) => new RegExp(`\\b${name}\\b`).test(sentence))),
  );
  expect(named).toEqual([]);
});
