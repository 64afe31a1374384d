import { readFileSync } from 'node:fs';
import { optionRules } from '@fanfare/rules';
import { expect, test } from 'vitest';
import { REQUIRED_SCOPES, X_DEFAULTS } from '../src/config.ts';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { xRules } from '../src/rules.ts';
import { NEWER_TLDS } from '../src/tlds.gen.ts';

const page = readFileSync(new URL('../../../../docs/networks/x.md', import.meta.url), 'utf8');

test('the error table of the page is the error table of the code, in the same order', () => {
  const documented = [...page.matchAll(/^\| `([a-z_]+)` \| .* \| `([a-z_]+)` \| .* \|$/gm)].map(([, name, code]) => ({
    name,
    code,
  }));
  expect(documented).toEqual(ERROR_ROWS.map(({ name, code }) => ({ name, code })));
});

test('the page names every rule, every scope and every newer ending in Latin letters', () => {
  const words = [
    ...[...xRules.rules, ...optionRules(xRules)].map(({ name }) => `\`${name}\``),
    ...[...REQUIRED_SCOPES, ...X_DEFAULTS.scopes].map((scope) => `\`${scope}\``),
    ...NEWER_TLDS.filter((tld) => /^[a-z]+$/.test(tld)).map((tld) => `\`.${tld}\``),
  ];
  expect(words.filter((word) => !page.includes(word))).toEqual([]);
});

test('the table of requests is regular: every cell in the notation the page explains', () => {
  const [, table = ''] = page.split('| Purpose | Method | Path | Query and headers | Body |\n|---|---|---|---|---|\n');
  const rows = table
    .slice(0, table.indexOf('\n\n'))
    .split('\n')
    .map((row) => row.slice(2, -2).split(' | '));
  const item = String.raw`(?:\[\x60[^\x60]+\x60\]|\x60[^\x60]+\x60)`;
  const irregular = rows.filter(
    ([purpose, method, path, query, body, more]) =>
      !purpose ||
      !/^(?:GET|POST|DELETE)$/.test(method ?? '') ||
      !/^`\{(?:api|web)\}\/[\w./{}]+`$/.test(path ?? '') ||
      !new RegExp(`^${item}(?: ${item})*$`).test(query ?? '') ||
      !new RegExp(`^(?:none|(?:json|form|multipart) ${item}(?: ${item})*)$`).test(body ?? '') ||
      more !== undefined,
  );
  expect(irregular).toEqual([]);
  expect(rows.length).toBe(17);
});
