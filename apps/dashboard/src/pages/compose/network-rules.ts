import { createHubRules } from '@fanfare/hub/rules';
import { micropubContent } from '@fanfare/hub-micropub/rules';
import { wordpressContent } from '@fanfare/hub-wordpress/rules';
import { instagramRules } from '@fanfare/network-instagram/rules';
import { linkedinRules } from '@fanfare/network-linkedin/rules';
import { countText, threadsRules } from '@fanfare/network-threads/rules';
import { maxWeightedLength, weightedLength, xRules } from '@fanfare/network-x/rules';
import type { ContentRules, PlatformLimits } from '@fanfare/rules';

const hubRules = createHubRules([wordpressContent, micropubContent]);

const RULES: ReadonlyMap<string, ContentRules> = new Map(
  [instagramRules, threadsRules, xRules, linkedinRules, hubRules].map((rules) => [rules.platform, rules]),
);

/** The content rules of a network, as in the server. Undefined for networks of an installation. */
export const rulesOf = (platform: string): ContentRules | undefined => RULES.get(platform);

type CountedAs = PlatformLimits['text']['countedAs'];

const COUNT: Readonly<Record<string, (text: string) => number>> = {
  utf16: (text) => text.length,
  weighted: weightedLength,
  threads: countText,
} satisfies Partial<Record<CountedAs | 'threads', (text: string) => number>>;

/** The length of a text as its network counts it. */
export function textLength(text: string, { text: { countedAs } }: PlatformLimits): number {
  return (COUNT[countedAs] ?? ((other: string) => other.length))(text);
}

/** The limit of a text for an account: on X a matter of its plan. */
export const maxTextLength = ({ text }: PlatformLimits, platform: string, subscription: string | null): number =>
  platform === 'x' ? maxWeightedLength(subscription) : text.max;
