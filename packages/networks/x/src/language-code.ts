/**
 * A language as X's subtitles name it: two letters, without a country.
 *
 * @example
 * languageCode('en-GB'); // 'EN'
 */
export const languageCode = (language: string): string => language.slice(0, 2).toUpperCase();
