import type { Platform } from '@fanfare/contract';
import type { ImageFacts, MediaFacts } from '@fanfare/media-file';
import { brokenRules, type LocatedUse, usesOf } from './check-files.ts';
import type { ContentRules, Violation, Warning } from './content-rules.ts';
import { predictConversion } from './convert-image.ts';
import type { Draft } from './draft.ts';
import { type FileForm, INDEX_FIRST } from './file-form.ts';
import { nameOfType } from './file-rules.ts';

/** Conversion of files that break rules of a platform. */
export type Conversion = {
  /** Reason why the file at an address is not converted, as a sentence; null when it is. */
  readonly offFor: (url: string, form: FileForm) => string | null;
  /**
   * Facts of what was made of a file: null when it cannot be read, undefined before it is tried.
   */
  readonly madeOf?: (url: string, form: FileForm) => MediaFacts | null | undefined;
};

/** Reasons why a file is not converted. */
export const NOT_CONVERTED = {
  switchedOff: 'Conversion would fix it; `convert: false` of the request switches it off.',
  notInstalled: 'Conversion would fix it; this installation has none. Its operator switches it on: npm install sharp',
  notHosted: 'Hosted files are converted: upload this one, and use its `url`.',
} as const;

/** Conversion of hosted files, as it is predicted. */
export const hostedConversion = (isHosted: (url: string) => boolean): Conversion => ({
  offFor: (url) => (isHosted(url) ? null : NOT_CONVERTED.notHosted),
});

/** A file that conversion replaces in the post of one platform. */
export type ConvertedUse = { readonly url: string; readonly path: string; readonly form: FileForm };

/** The judgement of the files of a draft. */
export type JudgedFiles = {
  readonly violations: readonly Violation[];
  /** One for each file that is converted. */
  readonly warnings: readonly Warning[];
  readonly conversions: readonly ConvertedUse[];
};

/**
 * Judges the files of a draft. A file that breaks rules is converted where the converted one breaks
 * none: that is a warning. Otherwise its rules are violations.
 *
 * @example
 * judgeFiles(draft, instagramRules, factsOf, { offFor: () => null }).warnings; // 'mediaItems[0]: PNG sent to instagram as JPEG, 1,440 px.'
 */
export function judgeFiles(
  draft: Draft,
  rules: ContentRules,
  factsOf: (url: string) => MediaFacts | null,
  conversion: Conversion | undefined,
): JudgedFiles {
  const judged = usesOf(draft, rules).map((use) => ({ use, ...judgeFile(rules, use, factsOf(use.url), conversion) }));
  return {
    violations: judged.flatMap(({ violations = [] }) => violations),
    warnings: judged.flatMap(({ warning }) => warning ?? []),
    conversions: judged.flatMap(({ use, form }) => (form ? { url: use.url, path: use.path, form } : [])),
  };
}

type Judged = {
  readonly violations?: readonly Violation[];
  readonly warning?: Warning;
  readonly form?: FileForm;
};

function judgeFile(
  rules: ContentRules,
  use: LocatedUse,
  file: MediaFacts | null,
  conversion: Conversion | undefined,
): Judged {
  const { url, path } = use;
  const violations = brokenRules(rules, file, use, path);
  if (violations.length === 0 || !conversion || file === null) return { violations };
  const predicted = predict(rules, use, file);
  if (!predicted) return { violations };
  if ('tooLarge' in predicted) return { violations: withNote(violations, predicted.tooLarge) };
  const { form, facts } = predicted;
  if (brokenRules(rules, facts, use, path).length > 0) return { violations };
  const off = conversion.offFor(url, form);
  if (off !== null) return { violations: withNote(violations, off) };

  const made = conversion.madeOf?.(url, form);
  if (made === null) return { violations: failed(file, path, violations) };
  const broken = made ? brokenRules(rules, made, use, path) : [];
  if (broken.length > 0) return { violations: broken };
  return { form, warning: { path, message: describe(rules.platform, path, file, made ?? facts) } };
}

type Predicted = { readonly form: FileForm; readonly facts: MediaFacts } | { readonly tooLarge: string } | null;

function predict({ image: form }: ContentRules, use: LocatedUse, file: MediaFacts): Predicted {
  if (file.type === 'video')
    return file.indexFirst ? null : { form: INDEX_FIRST, facts: { ...file, indexFirst: true } };
  if (file.type !== 'image' || !form) return null;
  const predicted = predictConversion(file, use, form);
  return predicted && 'facts' in predicted ? { form, facts: predicted.facts } : predicted;
}

/** The violations of a file of which nothing could be made. Those of a video say how to fix it. */
const failed = (file: MediaFacts, path: string, violations: readonly Violation[]): readonly Violation[] =>
  file.type === 'image' ? [{ rule: CONVERSION_FAILED.name, path, message: UNREADABLE }] : violations;

const withNote = (violations: readonly Violation[], note: string): readonly Violation[] =>
  violations.map((violation) => ({ ...violation, message: `${violation.message} ${note}` }));

export const CONVERSION_FAILED = {
  name: 'media.convert.failed',
  summary: 'An image that has to be converted can be read.',
} as const;

const UNREADABLE =
  'The image has to be converted and cannot be read: its content is damaged, or of a kind that is not supported. Export it as JPEG, and upload it again.';

/** The sentence of the warning: what is sent, and what is lost. */
function describe(platform: Platform, path: string, from: MediaFacts, to: MediaFacts): string {
  if (from.type !== 'image' || to.type !== 'image')
    return `${path}: ${nameOfType(from.contentType)} sent to ${platform} with its index (moov) before its content`;
  return describeImage(platform, path, from, to);
}

function describeImage(platform: Platform, path: string, from: ImageFacts, to: ImageFacts): string {
  const same = from.contentType === to.contentType;
  const losses = [
    ...(from.frames > 1 ? ['its first frame only'] : []),
    ...(from.orientation > 1 ? ['turned as its EXIF data says'] : []),
    ...(from.isTransparent ? ['transparent parts are white'] : []),
  ];
  const sent = `${path}: ${nameOfType(from.contentType)} sent to ${platform} as ${same ? 'a smaller ' : ''}${nameOfType(to.contentType)}`;
  return [`${sent}, ${to.width.toLocaleString('en-US')} px`, ...losses].join('; ');
}
