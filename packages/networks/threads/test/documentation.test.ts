import { readFileSync } from 'node:fs';
import { optionRules } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { THREADS_DEFAULTS, threadsRules } from '../src/index.ts';

const page = readFileSync(new URL('../../../../docs/networks/threads.md', import.meta.url), 'utf8');

describe('docs/networks/threads.md', () => {
  it('names every content rule and no other', () => {
    const documented = new Set(page.match(/`threads\.[a-z_]+\.[a-z_]+`/g));
    const rules = [...threadsRules.rules, ...optionRules(threadsRules)];
    expect(documented).toEqual(new Set(rules.map(({ name }) => `\`${name}\``)));
  });

  it('shows the defaults', () => {
    const { scopes, ...addresses } = THREADS_DEFAULTS;
    const defaults = [...Object.values(addresses), ...scopes];
    expect(defaults.filter((value) => !page.includes(`\`${value}\``))).toEqual([]);
  });
});
