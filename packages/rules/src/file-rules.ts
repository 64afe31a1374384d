import type { MediaProblem } from '@fanfare/contract';
import type { ImageFacts, MediaFacts, VideoFacts } from '@fanfare/media-file';
import type { ContentRule, ContentRules, Violation } from './content-rules.ts';
import type { Draft } from './draft.ts';

/** How a file is used: as an item of the post, or as the cover of a video. */
export type FileUse = { readonly as: 'item' | 'cover'; readonly draft: Draft };

/** What is wrong with a file, and the numbers that show it. */
export type FileProblem = Pick<Violation, 'message' | 'limit' | 'actual'>;

/**
 * One law of one platform about files, judged by what a file is. It is checked before a post is
 * accepted, for files whose facts are known.
 *
 * @example
 * atMostBytes({ name: 'x.image.max_bytes', summary: 'An image is at most 5 MB.', of: 'image', limit: 5 * MIB });
 */
export type FileRule = Pick<ContentRule, 'name' | 'summary'> & {
  /** What the service can do about it before it sends the file; absent where nobody but the caller can. */
  readonly cure?: 'convert' | 'remux';
  readonly check: (file: MediaFacts, use: FileUse) => FileProblem | null;
};

type Named = Pick<FileRule, 'name' | 'summary' | 'cure'>;

const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
};
const nameOf = (contentType: string): string => NAMES[contentType] ?? contentType;
const MB = 1024 * 1024;

/** A rule about images, or about videos, that names what is wrong. */
export const imageRule = (
  rule: Named & { readonly check: (file: ImageFacts, use: FileUse) => FileProblem | null },
) => ({
  ...rule,
  check: (file: MediaFacts, use: FileUse) => (file.type === 'image' ? rule.check(file, use) : null),
});
export const videoRule = (
  rule: Named & { readonly check: (file: VideoFacts, use: FileUse) => FileProblem | null },
) => ({
  ...rule,
  check: (file: MediaFacts, use: FileUse) => (file.type === 'video' ? rule.check(file, use) : null),
});

/** A rule that images, or videos, are of one of these types. */
export function oneOfTypes(
  rule: Named & { readonly of: 'image' | 'video'; readonly types: readonly string[] },
): FileRule {
  const { of, types, ...named } = rule;
  const allowed = types.map(nameOf).join(', ');
  return {
    ...named,
    check: ({ type, contentType }) =>
      type !== of || types.includes(contentType)
        ? null
        : { message: `The file is ${nameOf(contentType)}; allowed: ${allowed}. Convert it, or use another file.` },
  };
}

/** A rule that images, or videos, are not too large. */
export function atMostBytes(rule: Named & { readonly of: 'image' | 'video'; readonly limit: number }): FileRule {
  const { of, limit, ...named } = rule;
  return {
    ...named,
    check: ({ type, bytes }) =>
      type !== of || bytes <= limit
        ? null
        : {
            message: `The file is ${megabytes(bytes)} MB; at most ${megabytes(limit)} MB are allowed.`,
            limit,
            actual: bytes,
          },
  };
}

const megabytes = (bytes: number): string => (bytes / MB).toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Every broken law of a file, in order. */
export function checkFile(
  rules: readonly FileRule[],
  file: MediaFacts,
  use: FileUse,
): readonly { readonly rule: FileRule; readonly problem: FileProblem }[] {
  return rules.flatMap((rule) => {
    const problem = rule.check(file, use);
    return problem ? [{ rule, problem }] : [];
  });
}

/** Checks the files of a draft whose facts are known. */
export const checkFiles = (
  draft: Draft,
  rules: ContentRules,
  factsOf: (url: string) => MediaFacts | null,
): readonly Violation[] =>
  draft.media.flatMap(({ url }, i) => {
    const facts = factsOf(url);
    if (!facts) return [];
    return checkFile(rules.files ?? [], facts, { as: 'item', draft }).map(({ rule, problem }) => ({
      ...{ rule: rule.name, path: `mediaItems[${i}]` },
      ...problem,
    }));
  });

/** Lists the rules of platforms that a file breaks. */
export const problemsOf = (facts: MediaFacts, rules: readonly ContentRules[]): readonly MediaProblem[] =>
  rules.flatMap(({ platform, files = [] }) =>
    checkFile(files, facts, { as: 'item', draft: NONE }).map(({ rule, problem }) => ({
      ...{ platform, rule: rule.name },
      ...problem,
    })),
  );

const NONE: Draft = { content: '', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
