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
});
