import bowser from 'bowser';

/** Stored characters of a user agent. */
export const MAX_USER_AGENT = 300;

/** Names in mails. A user agent itself may be anything a stranger sends. */
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

/** Names a browser for its user: `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'an unknown browser';
  const { browser, os } = bowser.parse(userAgent);
  const known = browser.name !== undefined && Object.hasOwn(BROWSERS, browser.name);
  const name = known ? BROWSERS[browser.name!]! : 'an unknown browser';
  return os.name !== undefined && SYSTEMS.includes(os.name) ? `${name} on ${os.name}` : name;
}
