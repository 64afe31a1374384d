import { readFile } from 'node:fs/promises';
import {
  docUrl,
  EXAMPLE_DOCS_URL,
  errorExample,
  LIMITS,
  ListPlatformsResponseSchema,
  notesOf,
  PLATFORMS,
  type Platform,
  REQUEST_ERROR_CODES,
  REQUEST_ERRORS,
  TARGET_ERROR_CODES,
  TARGET_ERRORS,
  targetDocUrl,
} from '@fanfare/contract';
import { createMock } from '@fanfare/mock';
import { optionRules, REQUEST_RULES, toDraft } from '@fanfare/rules';
import { describe, expect, test } from 'vitest';
import { MENTIONING } from '../src/option-table.ts';
import { fileOf, PAGES } from '../src/pages.ts';
import { RULEBOOKS } from '../src/rulebooks.ts';

const pages = Object.entries(PAGES);
const errors = PAGES['errors.md'];
const limits = PAGES['limits.md'];
const anchorsOf = (page: string): string[] => [...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id]) => id ?? '');

test.each(pages)('docs/%s is what the code says (else run `pnpm golden`)', async (name, text) => {
  expect(await readFile(fileOf(name), 'utf8')).toBe(text);
});

test('every address an error answer points at is an anchor of docs/errors.md', () => {
  const promised = [
    ...REQUEST_ERROR_CODES.map((code) => docUrl(EXAMPLE_DOCS_URL, code)),
    ...TARGET_ERROR_CODES.map((code) => targetDocUrl(EXAMPLE_DOCS_URL, code)),
  ].map((it) => new URL(it));
  expect(new Set(promised.map(({ pathname }) => pathname))).toEqual(new Set(['/docs/errors']));
  expect(anchorsOf(errors)).toEqual(promised.map(({ hash }) => hash.slice(1)));
});

test.each(pages)('every row of a table of docs/%s has as many cells as its heading', (_, text) => {
  const tables = text.split('\n\n').filter((block) => block.startsWith('|'));
  for (const rows of tables.map((block) => block.trimEnd().split('\n'))) {
    expect(new Set(rows.map((row) => row.replaceAll('\\|', '').split('|').length)).size).toBe(1);
  }
});

test('docs/errors.md says of every code what it means and what to do, and of every target error what the API promises', () => {
  const sections = new Map(errors.split('<a id="').map((part) => [part.slice(0, part.indexOf('"')), part]));
  for (const code of REQUEST_ERROR_CODES) {
    const { status, meaning, remedy } = REQUEST_ERRORS[code];
    expect(sections.get(code)).toContain(`**${status}.** ${meaning}\n\nWhat to do: ${remedy}\n`);
  }
  for (const code of TARGET_ERROR_CODES) {
    const { meaning, remedy, retryable, mayBeLive } = TARGET_ERRORS[code];
    const promise = `Retryable: ${retryable ? 'yes' : 'no'}. May be live: ${mayBeLive ? '**yes**' : 'no'}.`;
    expect(sections.get(`target-${code}`)).toContain(`${meaning}\n\n${promise}\n\nWhat to do: ${remedy}\n`);
  }
});

test('docs/limits.md has the sentence of every limit once', () => {
  const listed = limits.split('\n').filter((line) => line.startsWith('- ') && !line.startsWith('- **'));
  expect(listed.toSorted()).toEqual(
    Object.values(LIMITS)
      .map(({ sentence }) => `- ${sentence}`)
      .toSorted(),
  );
});

test('docs/limits.md has every content rule of every platform, in the order they are checked', () => {
  const listed = [...limits.matchAll(/^\| `([a-z_.]+\.[a-z_.]+)` \| (.+) \|$/gm)].map(([, name, summary]) => ({
    name,
    summary,
  }));
  const ofPlatforms = PLATFORMS.flatMap((platform) => {
    const { rules } = RULEBOOKS[platform];
    return [...rules.rules, ...optionRules(rules), ...(rules.files ?? [])];
  });
  const rules = [...REQUEST_RULES, ...ofPlatforms];
  expect(listed).toEqual(rules.map(({ name, summary }) => ({ name, summary })));
});

test('the table of options has a look-up of mentions exactly where the mock has one', async () => {
  const mock = createMock();
  const { id: projectId, apiKey } = mock.seed.project();
  const looksUp = async (platform: Platform) => {
    const { id } = mock.seed.account({ platform }, projectId);
    const answer = await mock.fetch(`${mock.baseUrl}/api/v1/accounts/${id}/mentions?q=harbour`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return !JSON.stringify(await answer.json()).includes('no look-up');
  };
  const found = await Promise.all(PLATFORMS.map(async (platform) => ((await looksUp(platform)) ? [platform] : [])));
  expect(found.flat()).toEqual(MENTIONING);
});

describe('contract and rules, which do not know each other, agree', () => {
  test('on the numbers of the platforms', () => {
    const { x, linkedin, instagram, threads } = RULEBOOKS;
    const withLink = toDraft(
      { content: 'https://example.com', mediaItems: [] },
      { platform: 'x', accountId: 'acc_01m3xtzbsgebjrg8peabk2em8y' },
    );
    expect({
      xWeightedLength: x.rules.limits.text.max,
      linkedinTextChars: linkedin.rules.limits.text.max,
      linkedinImages: linkedin.rules.limits.media.maxImages,
      unitsPerLinkPostOnX: x.rules.units(withLink),
    }).toEqual({
      xWeightedLength: LIMITS.xWeightedLength.value,
      linkedinTextChars: LIMITS.linkedinTextChars.value,
      linkedinImages: LIMITS.linkedinImages.value,
      unitsPerLinkPostOnX: LIMITS.unitsPerLinkPostOnX.value,
    });
    for (const { rules } of [instagram, threads, linkedin]) {
      expect(rules.limits.media.max).toBeLessThanOrEqual(LIMITS.mediaItemsPerPost.value);
      expect(rules.units(withLink)).toBe(LIMITS.unitsPerNetworkWrite.value);
    }
  });

  test('on the rules and capabilities that the examples show', () => {
    const names = Object.values(RULEBOOKS).flatMap(({ rules }) => rules.rules.map(({ name }): string => name));
    const violation = errorExample('invalid_post').value.error.details?.[0];
    expect(violation).toMatchObject({ rule: expect.toSatisfy((rule: string) => names.includes(rule)) });
    const { platforms } = ListPlatformsResponseSchema.parse(notesOf('platforms.list').answers[200]?.example?.value);
    expect(platforms).toHaveLength(1);
    const { limits, rules } = RULEBOOKS.linkedin.rules;
    expect(platforms).toMatchObject([{ platform: 'linkedin', ...limits }]);
    expect(rules.map(({ name, summary }) => ({ name, summary }))).toEqual(
      expect.arrayContaining(platforms[0]?.rules ?? []),
    );
  });
});
