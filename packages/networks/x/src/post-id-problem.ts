/** X's ids are decimal, up to 19 digits, so they stay strings (X API, data dictionary, 2026-08). */
export const POST_ID = '[1-9]\\d{0,18}';

const WHOLE_ID = new RegExp(`^${POST_ID}$`);

/** The problem with an id, and what to send instead. */
export const NO_POST_ID = {
  message: 'This is not the id of a post on X: those are numbers of at most 19 digits.',
  remedy: 'Send the number at the end of the link to the post.',
} as const;

/**
 * Says why a text cannot be the id of a post on X, or null when it can.
 *
 * @example
 * postIdProblem('1880028200000000001'); // null
 * postIdProblem('twenty'); // 'This is not the id of a post on X: …'
 */
export function postIdProblem(text: string): string | null {
  return WHOLE_ID.test(text) ? null : `${NO_POST_ID.message} ${NO_POST_ID.remedy}`;
}
