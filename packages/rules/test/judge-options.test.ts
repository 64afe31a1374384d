import { TARGET_OPTIONS, type TargetOptions } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { judgeOptions, type OptionSchemas, optionRules } from '../src/judge-options.ts';
import { aRulebook } from './a-rulebook.ts';

const judge = (asked: object, options: OptionSchemas, withoutOption?: { readonly link: string }) =>
  judgeOptions({ ...asked }, { ...aRulebook('linkedin'), options, ...(withoutOption && { withoutOption }) });

const LINKEDIN: OptionSchemas = { link: TARGET_OPTIONS.link, linkedin: TARGET_OPTIONS.linkedin };
const NOTHING = { options: {}, violations: [], unknown: [], warnings: [] };

it('what the platform has and is right is kept', () => {
  const options: TargetOptions = { link: 'none', linkedin: { visibility: 'connections' } };
  expect(judge(options, LINKEDIN)).toEqual({ ...NOTHING, options });
  expect(judge({ link: null, linkedin: { visibility: null } }, LINKEDIN)).toEqual({
    ...NOTHING,
    options: { linkedin: {} },
  });
});

it('what the platform does not have is ignored with a warning, whatever is in it', () => {
  const asked = { link: { deep: ['\u0000'] }, pigeon: 7 };
  expect(judge(asked, {})).toEqual({
    ...NOTHING,
    warnings: [
      { path: 'link', message: 'link has no effect on linkedin.' },
      { path: 'pigeon', message: 'pigeon has no effect on linkedin.' },
    ],
  });
  expect(judge({ link: 'none' }, {}, { link: 'link has no effect: cards are made anyway.' }).warnings).toEqual([
    { path: 'link', message: 'link has no effect: cards are made anyway.' },
  ]);
});

it('a broken value breaks the rule of its option, and a misspelt field is named', () => {
  expect(judge({ link: 'never', linkedin: { visibility: 1, visibilty: 'public' } }, LINKEDIN)).toEqual({
    ...NOTHING,
    violations: [
      { rule: 'linkedin.link.invalid', path: 'link', message: 'Must be one of `auto`, `none`, not "never".' },
      {
        rule: 'linkedin.visibility.invalid',
        path: 'linkedin.visibility',
        message: 'Must be one of `public`, `connections`, not a number.',
      },
    ],
    unknown: [{ path: 'linkedin.visibilty', message: 'Unknown field; did you mean `visibility`?' }],
  });
  expect(judge({ linkedin: 'public' }, LINKEDIN).unknown).toEqual([
    { path: 'linkedin', message: 'Must be an object, not a string.' },
  ]);
});

it('a value that only other platforms have is ignored with a warning, and a broken one is refused', () => {
  const narrow = { link: z.enum(['auto']) };
  expect(judge({ link: 'none' }, narrow)).toEqual({
    ...NOTHING,
    warnings: [{ path: 'link', message: 'link "none" has no effect on linkedin.' }],
  });
  expect(judge({ link: 'never' }, narrow).violations).toHaveLength(1);
});

const HUBS = {
  ...aRulebook('hub'),
  options: { wordpress: z.object({ title: z.string() }).strict(), micropub: z.object({}).strict() },
  hubOptions: ['wordpress', 'micropub'],
};

it('the options of a hub are those of its kind; without an account they may be of any', () => {
  const asked = { wordpress: { title: 'Rye' }, micropub: { categories: 7 } };
  expect(judgeOptions(asked, HUBS, { hub: { type: 'wordpress' } })).toEqual({
    options: { wordpress: { title: 'Rye' } },
    violations: [],
    unknown: [],
    warnings: [{ path: 'micropub', message: 'micropub has no effect on wordpress.' }],
  });
  const broken = { wordpress: { title: 7, tittle: 'Rye' } };
  const judged = judgeOptions(broken, HUBS);
  expect(judged.violations.map(({ rule, path }) => [rule, path])).toEqual([
    ['hub.wordpress_title.invalid', 'wordpress.title'],
  ]);
  expect(judged.unknown.map(({ path }) => path)).toEqual(['wordpress.tittle']);
  expect(optionRules(HUBS)).toEqual([
    { name: 'hub.wordpress_title.invalid', summary: '`wordpress.title` has the form that `options` describes.' },
  ]);
});

it('every option has a rule of its own, also those of a block', () => {
  expect(optionRules({ ...aRulebook('linkedin'), options: LINKEDIN }).map(({ name }) => name)).toEqual([
    'linkedin.link.invalid',
    'linkedin.visibility.invalid',
  ]);
  expect(optionRules(aRulebook('linkedin'))).toEqual([]);
});
