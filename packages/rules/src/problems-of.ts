import type { MediaProblem } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import { checkFiles } from './check-files.ts';
import type { ContentRules } from './content-rules.ts';
import type { Draft } from './draft.ts';
import { type Conversion, judgeFiles } from './judge-files.ts';
import { refusedDocuments } from './rule-forms.ts';

/** Every rule of every platform that a file breaks when it is the only item of a post. */
export function problemsOf(
  file: MediaFacts,
  platforms: readonly ContentRules[],
  conversion?: Conversion,
): readonly MediaProblem[] {
  const type = file.type === 'other' ? 'image' : file.type;
  const draft: Draft = {
    content: '',
    media: [{ type, url: '' }],
    firstComment: null,
    aiGenerated: false,
    spaceSlug: null,
  };
  return platforms.flatMap((rules) => {
    const { conversions, violations } = judgeFiles(draft, rules, () => file, conversion);
    const isFixed = conversions.length > 0;
    return [...refusedDocuments(rules, draft), ...(isFixed ? checkFiles(draft, rules, () => file) : violations)].map(
      ({ path: _, ...problem }) => ({
        platform: rules.platform,
        ...problem,
        ...(isFixed && { fixedBy: 'conversion' as const }),
      }),
    );
  });
}
