import type { Platform } from '@fanfare/contract';

/** The network's id of a profile, the same for the same name: it finds its account again. */
export function profileIdOf(platform: Platform, username: string): string {
  let value = 7n;
  for (const character of `${platform} ${username}`)
    value = (value * 131n + BigInt(character.codePointAt(0)!)) % 10n ** 15n;
  return String(10n ** 15n + value);
}
