import type { Platform } from '@fanfare/contract';
import { instagramFiles } from '@fanfare/network-instagram/file-rules';
import { linkedinFiles } from '@fanfare/network-linkedin/file-rules';
import { threadsFiles } from '@fanfare/network-threads/file-rules';
import { xFiles } from '@fanfare/network-x/file-rules';
import type { ContentRules, FileRule } from '@fanfare/rules';
import { NETWORKS, rulesOf } from '../network-rules.ts';

const FILES: Readonly<Record<Platform, readonly FileRule[]>> = {
  instagram: instagramFiles,
  threads: threadsFiles,
  x: xFiles,
  linkedin: linkedinFiles,
  hub: [],
};

/** The rules of a network about posts and their files. */
export function allRulesOf(platform: Platform): ContentRules | undefined {
  const rules = rulesOf(platform);
  return rules && { ...rules, files: FILES[platform] };
}

/** The same of every network, in the order the service lists them. */
export const ALL_RULES: readonly ContentRules[] = NETWORKS.flatMap((platform) => allRulesOf(platform) ?? []);
