import { OAUTH_PLATFORMS, type OAuthPlatform, PLATFORMS, type Platform } from '@fanfare/contract';
import { createHubRules } from '@fanfare/hub/rules';
import { micropubContent } from '@fanfare/hub-micropub/rules';
import { wordpressContent } from '@fanfare/hub-wordpress/rules';
import { instagramContentRules } from '@fanfare/network-instagram/content-rules';
import { linkedinContentRules } from '@fanfare/network-linkedin/content-rules';
import { threadsContentRules } from '@fanfare/network-threads/content-rules';
import { xContentRules } from '@fanfare/network-x/content-rules';
import { postIdProblem } from '@fanfare/network-x/post-id-problem';
import { readPostUrl } from '@fanfare/network-x/read-post-url';
import type { ContentRules, PostNames } from '@fanfare/rules';

/** Platforms of the mock, in the order the service lists them. */
export const NETWORKS: readonly Platform[] = PLATFORMS;

const hubRules = createHubRules([wordpressContent, micropubContent]);

const RULES: ReadonlyMap<Platform, ContentRules> = new Map(
  [instagramContentRules, threadsContentRules, xContentRules, linkedinContentRules, hubRules].map((rules) => [
    rules.platform,
    rules,
  ]),
);

/**
 * The content rules of a network, the very ones the service obeys. Those about files are in
 * `media/file-rules.ts`, because a browser needs them later.
 */
export function rulesOf(platform: Platform): ContentRules | undefined {
  return RULES.get(platform);
}

/** Networks whose posts can be named by a link, and how they know them. */
export const POST_NAMES: readonly PostNames[] = [{ platform: 'x', readPostUrl, postIdProblem }];

/** The usual name of each network. */
export const NETWORK_NAMES: Readonly<Record<Platform, string>> = {
  instagram: 'Instagram',
  threads: 'Threads',
  x: 'X',
  linkedin: 'LinkedIn',
  hub: 'Hub',
};

/** Whether accounts of this platform are connected through the hosted pages. */
export const isOAuthNetwork = (name: string): name is OAuthPlatform =>
  OAUTH_PLATFORMS.some((network) => network === name);
