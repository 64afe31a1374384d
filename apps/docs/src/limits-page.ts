import { LIMITS, PLATFORMS } from '@fanfare/contract';
import { optionRules, type PlatformLimits, REQUEST_RULES } from '@fanfare/rules';
import { LIMIT_GROUPS } from './limit-groups.ts';
import { anchored, code, list, page, table } from './markdown.ts';
import { optionTable } from './option-table.ts';
import { RULEBOOKS } from './rulebooks.ts';

/** The unit of a length, in a word for the table and in a sentence below it. */
const COUNTS: Readonly<
  Record<PlatformLimits['text']['countedAs'], { readonly word: string; readonly sentence: string }>
> = {
  utf16: {
    word: 'UTF-16',
    sentence: 'code units, as `length` of a JavaScript string: most characters count 1, an emoji 2 or more.',
  },
  threads: {
    word: 'Threads',
    sentence:
      'code points, except that an emoji counts as its number of UTF-8 bytes (often 4 or more). A text with more than 500 bytes gets a warning: Threads may refuse it.',
  },
  weighted: {
    word: 'weighted',
    sentence: 'a link weighs 23, an emoji 2, most letters 1, Chinese, Japanese and Korean letters 2.',
  },
};

/** `docs/limits.md`: every limit of the contract, the platforms, and every content rule. */
export function limitsPage(): string {
  return page([
    '# Limits and rules',
    `Fanfare checks limits before it publishes anything. A request outside the limits of the API answers [${code('invalid_request')}](errors.md#invalid_request); a target
that breaks a content rule answers [${code('invalid_post')}](errors.md#invalid_post), with every violation of every target in ${code('details')}. ${code('POST /api/v1/posts/validate')}
checks without publishing, and ${code('GET /api/v1/platforms')} returns the tables of this page as JSON.`,
    '## Limits of the API',
    'Characters are Unicode code points, unless the sentence says otherwise.',
    ...LIMIT_GROUPS.flatMap(({ title, limits }) => [`### ${title}`, list(limits.map((name) => LIMITS[name].sentence))]),
    '## Limits of each platform',
    comparison(),
    'How the length of a text and of its first comment is counted:',
    list(Object.values(COUNTS).map(({ word, sentence }) => `**${word}**: ${sentence}`)),
    anchored('options', '## Options'),
    `Fields of a target that not every platform has. An option that the platform of the target does not have is ignored, and ${code('warnings')} name it. One that it has is sent;
beside it stands the rule that refuses a broken value. A field in braces stands in the block of its platform, or of its kind of hub, or in the option before the braces.`,
    optionTable(),
    `What holds this table: the [API suite](../testing/api-suite/README.md) tries every option, every warning and every rule on the server, the SDK and the mock;
[network-conformance](../testing/network-conformance/README.md) publishes with each and compares what the simulated network shows, and [hub-conformance](../testing/hub-conformance/README.md) checks what is sent to hubs;
[previews.test.ts](../apps/dashboard/test/previews.test.ts) and, in a browser, [previews.nightly.ts](../apps/dashboard/test/previews.nightly.ts) show every option in the preview of the dashboard's composer.`,
    anchored('content-rules', '## Content rules'),
    `The name of a rule is stable; it is the value of ${code('details[].rule')}. The rules about files are checked for files that [Fanfare hosts](media.md), whose bytes it
knows before it accepts a post. Problems that a network finds in other files are [target errors](errors.md#target-media_rejected).`,
    '### Every platform',
    ruleTable(REQUEST_RULES),
    ...PLATFORMS.flatMap((platform) => {
      const { title, rules } = RULEBOOKS[platform];
      return [
        anchored(platform, `### ${title}`),
        platform === 'hub'
          ? 'What hubs are, and how an account is connected: [Self-hosted hubs](hubs.md).'
          : `Formats, sizes, every call and every error: [${title}](networks/${platform}.md).`,
        ruleTable([...rules.rules, ...optionRules(rules)]),
        ...(rules.files ? ['Of files:', ruleTable(rules.files)] : []),
      ];
    }),
  ]);
}

function ruleTable(rules: readonly { readonly name: string; readonly summary: string }[]): string {
  return table(
    ['Rule', 'Meaning'],
    rules.map(({ name, summary }) => [code(name), summary]),
  );
}

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** Every switch and number of `PlatformLimits`, one platform a column. */
function comparison(): string {
  const columns = PLATFORMS.map((platform) => RULEBOOKS[platform]);
  const row = (name: string, cell: (limits: PlatformLimits) => string): readonly string[] => [
    name,
    ...columns.map(({ rules }) => cell(rules.limits)),
  ];
  return table(
    ['', ...columns.map(({ title }) => title)],
    [
      row('Longest text', ({ text }) => digits(text.max)),
      row('Counted as', ({ text }) => COUNTS[text.countedAs].word),
      row('Text without media', ({ text }) => yesOrNo(text.textOnly)),
      row('Media items', ({ media }) => `${media.optional ? 0 : 1} to ${media.max}`),
      row('Images at most', ({ media }) => digits(media.maxImages)),
      row('Videos at most', ({ media }) => digits(media.maxVideos)),
      row('Documents at most', ({ media }) => digits(media.maxDocuments)),
      row('Images beside videos', ({ media }) => yesOrNo(media.mixed)),
      row(code('altText'), ({ supports }) => yesOrNo(supports.altText)),
      row(code('coverUrl'), ({ supports }) => yesOrNo(supports.coverUrl)),
      row(code('thumbOffsetMs'), ({ supports }) => yesOrNo(supports.thumbOffsetMs)),
      row(code('aiGenerated'), ({ supports }) => yesOrNo(supports.aiGenerated)),
      row(code('firstComment'), ({ firstComment }) => (firstComment ? `up to ${digits(firstComment.max)}` : 'no')),
      row('Reposts', ({ supports }) => yesOrNo(supports.repost)),
      row(code('spaceSlug'), ({ supports }) => yesOrNo(supports.spaces)),
    ],
  );
}

function digits(value: number): string {
  return value.toLocaleString('en-US');
}
