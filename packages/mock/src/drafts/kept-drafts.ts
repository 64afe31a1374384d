import { LIMITS } from '@fanfare/contract';
import type { MockState } from '../mock-state.ts';
import type { Project, World } from '../world.ts';
import type { StoredDraft } from './draft-world.ts';

const KEPT_MS = LIMITS.draftKeptDays.value * 24 * 3_600_000;

/** The post that a draft became; null while there is none. */
export const postIdOf = (
  { postsByKey }: Pick<World, 'postsByKey'>,
  { projectId, id }: Pick<StoredDraft, 'projectId' | 'id'>,
): string | null => postsByKey.get(`${projectId} ${id}`)?.id ?? null;

/** Drafts of a project, newest first, without published ones whose time is over. */
export function draftsOf({ world, clock }: Pick<MockState, 'world' | 'clock'>, { id }: Pick<Project, 'id'>) {
  for (const draft of world.drafts.values())
    if (postIdOf(world, draft) !== null && draft.updatedAtMs + KEPT_MS <= clock.now()) world.drafts.delete(draft.id);
  return [...world.drafts.values()].filter(({ projectId }) => projectId === id).reverse();
}
