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
  return usesOf(draft, rules).flatMap((use) => brokenRules(rules, factsOf(use.url), use, use.path));
}

/** Use of the file at an address, at a place in a draft. */
export type LocatedUse = FileUse & { readonly url: string; readonly path: string };

/** The files of a draft: its items, and the covers that have an effect. */
export function usesOf(draft: Draft, rules: ContentRules): readonly LocatedUse[] {
  const ignored = new Set(rules.warnings(draft).map(({ path }) => path));
  return draft.media.flatMap(({ type, url, coverUrl }, index) => {
    const path = `mediaItems[${index}]`;
    const cover = `${path}.coverUrl`;
    return [
      { as: type, draft, url, path },
      ...(coverUrl === undefined || ignored.has(cover)
        ? []
        : [{ as: 'cover' as const, draft, url: coverUrl, path: cover }]),
    ];
  });
}

/** Every rule of a platform that a file breaks, at its place in a draft. */
export function brokenRules(
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
