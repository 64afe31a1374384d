import bowser from 'bowser';

const MAX_LENGTH = 60;
/** As much of a browser's own words as is stored. */
export const MAX_USER_AGENT = 300;

/** A browser in words that its user knows: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'an unknown browser';
  const { browser, os } = bowser.parse(userAgent);
  const name = browser.name || 'an unknown browser';
  return (os.name ? `${name} on ${os.name}` : name).slice(0, MAX_LENGTH);
}
