/**
 * One small break of a promise and the tests that must notice it.
 *
 * @example
 * {
 *   promise: 'A plan without overage is never exceeded', breaks: 'units in reserve are spent twice',
 *   file: 'packages/rules/src/quota.ts',
 *   find: 'counter.used + counter.reserved + units', put: 'counter.used + units',
 *   killedBy: 'packages/rules/test/quota.test.ts',
 * }
 */
export type Mutant = {
  /** First words of a promise in docs/guarantees.md. */
  readonly promise: string;
  /** The effect for a caller or an operator, as one clause. */
  readonly breaks: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** Text that stands in the file exactly once. */
  readonly find: string;
  /** The text that replaces it. */
  readonly put: string;
  /** A test file, or a folder of tests, from the root of the repository. */
  readonly killedBy: string;
};

/** Mutants that break one promise. */
export const mutantsOf = (
  promise: string,
  rows: readonly (readonly [breaks: string, file: string, find: string, put: string, killedBy: string])[],
): readonly Mutant[] =>
  rows.map(([breaks, file, find, put, killedBy]) => ({ promise, breaks, file, find, put, killedBy }));
