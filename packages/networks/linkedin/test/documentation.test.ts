import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_ROWS } from '../src/error-rows.ts';
import { LINKEDIN_DEFAULTS, LINKEDIN_VERSIONS, linkedinRules } from '../src/index.ts';

const page = readFileSync(new URL('../../../../docs/networks/linkedin.md', import.meta.url), 'utf8');

describe('docs/networks/linkedin.md', () => {
  it('lists every row of the error table with its target code, in order', () => {
    const documented = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| `(\w+)` \| [^|]+ \|$/gm)].map(([, name, code]) => [
      name,
      code,
    ]);
    expect(documented).toEqual(ERROR_ROWS.map((row) => [row.name, row.code]));
  });

  it('names every content rule', () => {
    expect(linkedinRules.rules.map((rule) => rule.name).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('shows the defaults', () => {
    const { apiUrl, wwwUrl, scopes } = LINKEDIN_DEFAULTS;
    const versions = LINKEDIN_VERSIONS.map(({ version }) => version).join(',');
    const defaults = [apiUrl, wwwUrl, versions, scopes.join(' ')];
    expect(defaults.filter((value) => !page.includes(`\`${value}\``))).toEqual([]);
  });

  it('describes every version with its end', () => {
    const documented = [...page.matchAll(/^\| `(\d{6})` \| (\d{4}-\d\d-\d\d)[^|]* \| [^|]+ \|$/gm)];
    expect(documented.map(([, version, end]) => [version, end])).toEqual(
      LINKEDIN_VERSIONS.map(({ version, sunsetAt }) => [version, sunsetAt]),
    );
  });

  it('has a regular table of requests: every cell in the notation the page explains', () => {
    const [, table = ''] = page.split(
      '| Purpose | Method | Path | Query and headers | Body |\n|---|---|---|---|---|\n',
    );
    const rows = table
      .slice(0, table.indexOf('\n\n'))
      .split('\n')
      .map((row) => row.slice(2, -2).split(' | '));
    const item = String.raw`(?:\[\x60[^\x60]+\x60\]|\x60[^\x60]+\x60)`;
    const irregular = rows.filter(
      ([purpose, method, path, query, body, more]) =>
        !purpose ||
        !/^(?:GET|POST|PUT|DELETE)$/.test(method ?? '') ||
        !/^`(?:\{(?:api|www)\}\/[\w./{}]+|\{uploadUrl\})`$/.test(path ?? '') ||
        !new RegExp(`^(?:none|${item}(?: ${item})*)$`).test(query ?? '') ||
        !new RegExp(`^(?:none|bytes|(?:json|form|multipart) ${item}(?: ${item})*)$`).test(body ?? '') ||
        more !== undefined,
    );
    expect(irregular).toEqual([]);
    expect(rows.length).toBe(28);
  });
});
