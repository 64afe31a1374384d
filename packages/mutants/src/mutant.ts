/**
 * One small break of the product and the tests that must notice it.
 *
 * @example
 * {
 *   breaks: 'a comment is billed where the platform has none', file: 'packages/rules/src/cost.ts',
 *   find: 'draft.firstComment !== null && rules.limits.supports.firstComment', put: 'draft.firstComment !== null',
 *   killedBy: 'packages/rules/test/cost.test.ts',
 * }
 */
export type Mutant = {
  /** What a caller or an operator would see, as one clause. */
  readonly breaks: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly find: string;
  /** What stands there instead. */
  readonly put: string;
  /** A test file, or a folder of tests, from the root of the repository. */
  readonly killedBy: string;
};

/** Mutants of files below one folder, whose tests are below one folder. */
export const mutantsOf = (
  folders: { readonly source: string; readonly tests: string },
  rows: readonly (readonly [breaks: string, file: string, find: string, put: string, killedBy: string])[],
): readonly Mutant[] =>
  rows.map(([breaks, file, find, put, killedBy]) => ({
    breaks,
    file: `${folders.source}/${file}`,
    find,
    put,
    killedBy: `${folders.tests}/${killedBy}`,
  }));
