import bowser from 'bowser';

/** As much of a browser's own words as is stored. */
export const MAX_USER_AGENT = 300;

/** Mails repeat these names and no word of a user agent, which is whatever a stranger sends. */
const BROWSERS: Readonly<Record<string, string>> = {
  Chrome: 'Chrome',
  Chromium: 'Chromium',
  Firefox: 'Firefox',
  Safari: 'Safari',
  'Microsoft Edge': 'Edge',
  Opera: 'Opera',
  'Samsung Internet for Android': 'Samsung Internet',
  Brave: 'Brave',
  Vivaldi: 'Vivaldi',
  DuckDuckGo: 'DuckDuckGo',
};
const SYSTEMS: readonly string[] = ['Windows', 'macOS', 'Linux', 'iOS', 'Android', 'Chrome OS'];

/** A browser in words that its user knows: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'an unknown browser';
  const { browser, os } = bowser.parse(userAgent);
  const known = browser.name !== undefined && Object.hasOwn(BROWSERS, browser.name);
  const name = known ? BROWSERS[browser.name!]! : 'an unknown browser';
  return os.name !== undefined && SYSTEMS.includes(os.name) ? `${name} on ${os.name}` : name;
}
