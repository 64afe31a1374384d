import type { Target } from '@fanfare/contract';
import { type Decision, refuse, refuseAll } from './refusal.ts';

/**
 * Chooses the targets of a post that `POST /posts/:id/repost` reposts: the published ones, or those
 * among `targetIds`.
 *
 * @example
 * chooseTargets(targets, undefined); // { ok: true, published: [target] }
 */
export function chooseTargets<Own extends Pick<Target, 'id' | 'status'>>(
  targets: readonly Own[],
  targetIds: readonly string[] | undefined,
): Decision<{ readonly published: readonly Own[] }> {
  const named = nameTargets(targets, targetIds);
  if (!named.ok) return named;
  const { chosen } = named;
  const published = chosen.filter(({ status }) => status === 'published');
  if (published.length > 0) return { ok: true, published };
  return refuse({
    code: 'not_published',
    message: chosen.some(({ status }) => status === 'pending')
      ? 'No target of this post is published yet. Send the request again once one is.'
      : 'No target of this post was published, so there is nothing to repost.',
  });
}

/** The targets of a post that a request names; all of them where it names none. */
export function nameTargets<Own extends Pick<Target, 'id'>>(
  targets: readonly Own[],
  targetIds: readonly string[] | undefined,
): Decision<{ readonly chosen: readonly Own[] }> {
  const unknown = (targetIds ?? []).flatMap((id, i) =>
    targets.some((target) => target.id === id)
      ? []
      : [{ path: `targetIds[${i}]`, message: `There is no target ${id} in this post.` }],
  );
  if (unknown.length > 0) return refuseAll('not_found', unknown);
  return { ok: true, chosen: targets.filter(({ id }) => targetIds?.includes(id) ?? true) };
}
