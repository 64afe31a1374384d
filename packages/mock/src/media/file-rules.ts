import type { Platform } from '@fanfare/contract';
import { instagramFiles, instagramImage } from '@fanfare/network-instagram/file-rules';
import { linkedinFiles, linkedinImage } from '@fanfare/network-linkedin/file-rules';
import { threadsFiles, threadsImage } from '@fanfare/network-threads/file-rules';
import { xFiles, xImage } from '@fanfare/network-x/file-rules';
import type { ContentRules } from '@fanfare/rules';
import { NETWORKS, rulesOf } from '../network-rules.ts';

const FILES: Readonly<Record<Platform, Pick<ContentRules, 'files' | 'image'>>> = {
  instagram: { files: instagramFiles, image: instagramImage },
  threads: { files: threadsFiles, image: threadsImage },
  x: { files: xFiles, image: xImage },
  linkedin: { files: linkedinFiles, image: linkedinImage },
  hub: {},
};

/** The rules of a network about posts and their files. */
export function allRulesOf(platform: Platform): ContentRules | undefined {
  const rules = rulesOf(platform);
  return rules && { ...rules, ...FILES[platform] };
}

/** The same of every network, in the order the service lists them. */
export const ALL_RULES: readonly ContentRules[] = NETWORKS.flatMap((platform) => allRulesOf(platform) ?? []);
