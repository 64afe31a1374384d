import type { MediaProblem } from '@fanfare/contract';
import type { MediaFacts } from '@fanfare/media-file';
import type { ContentRules, Violation } from './content-rules.ts';
import type { Draft } from './draft.ts';
import type { FileUse } from './file-rules.ts';

/**
 * Every rule that the files of a draft break, in order. Files without facts are not judged, nor
 * covers that have no effect.
 *
 * @param factsOf the facts of the file at an address of the draft; null when they are unknown
 * @example
 * checkFiles(draft, threadsRules, (url) => facts.get(url) ?? null); // [{ rule: 'threads.image.type', path: 'mediaItems[2]', … }]
 */
export function checkFiles(
  draft: Draft,
  rules: ContentRules,
  factsOf: (url: string) => MediaFacts | null,
): readonly Violation[] {
  const ignored = new Set(rules.warnings(draft).map(({ path }) => path));
  return draft.media.flatMap(({ type, url, coverUrl }, index) => {
    const item = `mediaItems[${index}]`;
    const cover = `${item}.coverUrl`;
    return [
      ...judge(rules, factsOf(url), { as: type, draft }, item),
      ...(coverUrl === undefined || ignored.has(cover)
        ? []
        : judge(rules, factsOf(coverUrl), { as: 'cover', draft }, cover)),
    ];
  });
}

/** Every rule of every platform that a file breaks when it is the only item of a post. */
export function problemsOf(file: MediaFacts, platforms: readonly ContentRules[]): readonly MediaProblem[] {
  const type = file.type === 'video' ? 'video' : 'image';
  const draft: Draft = {
    content: '',
    media: [{ type, url: '' }],
    firstComment: null,
    aiGenerated: false,
    spaceSlug: null,
  };
  return platforms.flatMap((rules) =>
    judge(rules, file, { as: type, draft }, '').map(({ path: _, ...problem }) => ({
      platform: rules.platform,
      ...problem,
    })),
  );
}

function judge(
  { files = [] }: ContentRules,
  file: MediaFacts | null,
  use: FileUse,
  path: string,
): readonly Violation[] {
  if (file === null) return [];
  return files.flatMap(({ name, check }) => {
    const problem = check(file, use);
    return problem ? [{ rule: name, path, ...problem }] : [];
  });
}
