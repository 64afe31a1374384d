import type { Platform } from '@fanfare/contract';
import { createHubRules } from '@fanfare/hub/rules';
import { micropubContent } from '@fanfare/hub-micropub/rules';
import { wordpressContent } from '@fanfare/hub-wordpress/rules';
import { instagramRules } from '@fanfare/network-instagram/rules';
import { linkedinRules } from '@fanfare/network-linkedin/rules';
import { threadsRules } from '@fanfare/network-threads/rules';
import { xRules } from '@fanfare/network-x/rules';
import type { ContentRules } from '@fanfare/rules';

/** A platform under the name people know it by, with its content rules. */
export type Rulebook = { readonly title: string; readonly rules: ContentRules };

/** The platforms that have content rules. */
export const RULEBOOKS: Readonly<Record<Platform, Rulebook>> = {
  instagram: { title: 'Instagram', rules: instagramRules },
  threads: { title: 'Threads', rules: threadsRules },
  x: { title: 'X', rules: xRules },
  linkedin: { title: 'LinkedIn', rules: linkedinRules },
  hub: { title: 'Hubs', rules: createHubRules([wordpressContent, micropubContent]) },
};
