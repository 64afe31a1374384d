import { usePlatforms } from '../../../accounts/queries.ts';
import { rulesOf } from '../network-rules.ts';
import type { OptionSchema } from './option-schema.ts';

/** Tells whether a network has an option, also one of an installation. */
export function useHasOption(): (platform: string, name: string) => boolean {
  const { data: platforms = [] } = usePlatforms();
  return (platform, name) => {
    const rules = rulesOf(platform);
    if (rules) return Object.hasOwn(rules.options ?? {}, name);
    const described = platforms.find((one) => one.platform === platform)?.options as OptionSchema | undefined;
    return Object.hasOwn(described?.properties ?? {}, name);
  };
}
