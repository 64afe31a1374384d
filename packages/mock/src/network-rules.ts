import { OAUTH_PLATFORMS, type OAuthPlatform, type Platform } from '@fanfare/contract';
import { instagramRules } from '@fanfare/network-instagram/rules';
import { linkedinRules } from '@fanfare/network-linkedin/rules';
import { threadsRules } from '@fanfare/network-threads/rules';
import { POST_ID } from '@fanfare/network-x/post-id-pattern';
import { readPostUrl } from '@fanfare/network-x/read-post-url';
import { xRules } from '@fanfare/network-x/rules';
import type { ContentRules } from '@fanfare/rules';

/** Networks of the mock, in the order the service lists them. */
export const NETWORKS: readonly OAuthPlatform[] = OAUTH_PLATFORMS;

const RULES: ReadonlyMap<Platform, ContentRules> = new Map(
  [instagramRules, threadsRules, xRules, linkedinRules].map((rules) => [rules.platform, rules]),
);

/** The content rules of a network, the very ones the service obeys. */
export function rulesOf(platform: Platform): ContentRules | undefined {
  return RULES.get(platform);
}

/** Networks whose posts can be named by a link, and how it is read. */
export const POST_URL_READERS: readonly {
  readonly platform: OAuthPlatform;
  readonly read: (url: URL) => string | null;
}[] = [{ platform: 'x', read: readPostUrl }];

/** Networks whose ids of posts have a known form, and what is said of another. */
export const POST_IDS: Partial<Record<OAuthPlatform, { readonly pattern: RegExp; readonly refusal: string }>> = {
  x: {
    pattern: new RegExp(`^${POST_ID}$`),
    refusal:
      'This is not the id of a post on X: those are numbers of at most 19 digits. Send the number at the end of the link to the post.',
  },
};

/** What people call a network. */
export const NETWORK_NAMES: Readonly<Record<OAuthPlatform, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
};

export const isNetwork = (name: string): name is OAuthPlatform => NETWORKS.some((network) => network === name);
