/** X's ids are decimal numbers of at most 19 digits, beyond what a double can hold: they stay strings (X API, data dictionary, checked 2026-08). */
export const POST_ID = '[1-9]\\d{0,18}';
