import type { Post } from '@fanfare/contract';
import type { PostView } from '@fanfare/sandbox';

/** Platforms that take chains. */
export const THREADING = ['x', 'threads'] as const;

/** A chain as its network shows it: the post, the answer to it, the answer to that one. */
export function chainOf({ id, text, comments }: PostView): { readonly id: string; readonly text: string }[] {
  const next = (of: string, isFirst: boolean) =>
    comments.filter(({ answers }) => (isFirst ? answers === undefined : answers === of));
  const chain = [{ id, text }];
  for (let found = next(id, true); found.length > 0; found = next(found[0]!.id, false)) {
    if (found.length > 1) throw new Error(`Two posts answer "${chain.at(-1)!.text}".`);
    chain.push({ id: found[0]!.id, text: found[0]!.text });
  }
  return chain;
}

/** Results of the posts of a chain: its status, or the code of its error. */
export const threadResults = ({ targets }: Post): readonly string[] =>
  (targets[0]?.thread ?? []).map(({ status, error }) => error?.split(':')[0] ?? status);
