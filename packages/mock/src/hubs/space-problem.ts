import { HUB_REFUSALS } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { StoredAccount } from '../world.ts';

/** Says why a target cannot use its space or the account's default; null when it can. */
export function spaceProblem(
  { world }: Pick<MockState, 'world'>,
  { hub }: StoredAccount,
  spaceSlug: string | null,
): string | null {
  const slug = spaceSlug ?? hub?.defaultSpaceSlug ?? null;
  if (!hub || slug === null) return null;
  const isThere = world.hubs.get(hub.url)?.spaces.some((space) => space.slug === slug) ?? false;
  return isThere ? null : HUB_REFUSALS.spaceNotFound(slug).refusal.message;
}
