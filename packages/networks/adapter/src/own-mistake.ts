/** Errors for a mistake in this program. Faults of the other side have other errors. */
const MISTAKES = [TypeError, ReferenceError, RangeError, SyntaxError];

/**
 * Whether an exception is a mistake in this program: nothing that a network, a hub or a file server
 * did. It is thrown on and logged, and never becomes an answer about the other side.
 */
export const isOwnMistake = (error: unknown): error is Error => MISTAKES.some((mistake) => error instanceof mistake);
