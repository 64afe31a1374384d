/** The sentence that a check rests on, and where it stands. */
export type Rule = {
  /** The document and the part of it, such as `Hub Connect, Exchange`. */
  readonly source: string;
  readonly sentence: string;
};

/** The end of one check. */
export type CheckResult =
  | { readonly result: 'passed'; readonly came?: string | undefined }
  | { readonly result: 'failed'; readonly came: string; readonly expected?: string | undefined }
  | { readonly result: 'skipped'; readonly reason: string };

export type Check = {
  readonly section: string;
  readonly name: string;
  readonly rule: Rule;
  readonly expected: string;
} & CheckResult;

export const passed = (came?: string): CheckResult => ({ result: 'passed', came });
export const failed = (came: string, expected?: string): CheckResult => ({ result: 'failed', came, expected });
export const skipped = (reason: string): CheckResult => ({ result: 'skipped', reason });

/** Passes when nothing is wrong; else says everything that is. */
export const noneOf = (problems: readonly string[]): CheckResult =>
  problems.length === 0 ? passed() : failed(problems.join('; '));
