import { fieldOfPath } from './field-ids.ts';
import type { Form } from './form.ts';
import type { Judged, TextCount } from './judge.ts';

export type PlatformCount = TextCount & { readonly platform: string };

/**
 * The length of each post of each chain, by the id of its text field. Two accounts of one network
 * have one entry.
 */
export function countsOfFields({ targets }: Judged, form: Form): ReadonlyMap<string, readonly PlatformCount[]> {
  const counts = new Map<string, PlatformCount[]>();
  for (const [i, { target, posts }] of targets.entries())
    for (const [n, { count }] of posts.entries()) {
      const id = fieldOfPath(`platforms[${i}].thread[${n}].content`, form);
      const found = counts.get(id) ?? [];
      counts.set(id, found);
      if (count && !found.some(({ platform }) => platform === target.platform))
        found.push({ ...count, platform: target.platform });
    }
  return counts;
}
