import type { Account } from '@fanfare/sdk';

/** The address of the account on its network; null where its name does not give one. */
export function profileUrl({ platform, username, platformUserId, hub }: Account): string | null {
  const name = encodeURIComponent(username.replace(/^@/, ''));
  if (platform === 'x') return `https://x.com/${name}`;
  if (platform === 'instagram') return `https://www.instagram.com/${name}/`;
  if (platform === 'threads') return `https://www.threads.com/@${name}`;
  if (platform === 'linkedin') {
    const company = /^organization:(\d+)$/.exec(platformUserId)?.[1];
    // The address of a person is not known: their own start page leads there.
    return company ? `https://www.linkedin.com/company/${company}` : 'https://www.linkedin.com/feed/';
  }
  return hub && /^https?:/.test(hub.url) ? hub.url : null;
}
