import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INSTAGRAM_DEFAULTS, instagramRules } from '../src/index.ts';

const page = readFileSync(new URL('../../../../docs/networks/instagram.md', import.meta.url), 'utf8');

describe('docs/networks/instagram.md', () => {
  it('names every content rule and no other', () => {
    const documented = new Set(page.match(/`instagram\.[a-z_.]+`/g));
    expect(documented).toEqual(new Set(instagramRules.rules.map((rule) => `\`${rule.name}\``)));
  });

  it('shows the defaults', () => {
    const { scopes, ...addresses } = INSTAGRAM_DEFAULTS;
    const defaults = [...Object.values(addresses), ...scopes];
    expect(defaults.filter((value) => !page.includes(`\`${value}\``))).toEqual([]);
  });
});
