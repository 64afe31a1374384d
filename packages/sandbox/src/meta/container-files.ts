import type { Container, Containers } from './containers.ts';
import type { GraphFailure } from './graph/graph-answer.ts';
import type { MediaItem, MetaDraft } from './posts.ts';

/** The files of a new container, or why it cannot be created. */
export type ContainerFiles<Draft> =
  | {
      readonly ok: true;
      readonly items: readonly MediaItem[];
      readonly children: readonly Container<Draft>[];
      /** The container will end in ERROR with this. */
      readonly processingError: string | null;
    }
  | { readonly ok: false; readonly failure: GraphFailure };

/** Collects a carousel: two or more own containers with is_carousel_item. */
export function gatherChildren<Draft extends MetaDraft>(
  containers: Containers<Draft>,
  carousel: {
    readonly username: string;
    readonly ids: readonly string[];
    readonly max: number;
    /** States in which a container can become an item. */
    readonly states: readonly string[];
    /** False for a container that cannot be an item although it was created as one. */
    readonly fits?: (draft: Draft) => boolean;
    /** The network's error for these ids. */
    readonly failure: (ids: readonly string[]) => GraphFailure;
  },
): ContainerFiles<Draft> {
  const { ids, username } = carousel;
  const children: Container<Draft>[] = [];
  const bad: string[] = [];
  for (const id of ids) {
    const child = containers.find(id);
    const isItem = child?.username === username && child.draft.isCarouselItem && (carousel.fits?.(child.draft) ?? true);
    if (isItem && carousel.states.includes(containers.stateOf(child).name)) children.push(child);
    else bad.push(id);
  }
  if (bad.length > 0) return { ok: false, failure: carousel.failure(bad) };
  if (children.length < 2 || children.length > carousel.max) return { ok: false, failure: carousel.failure(ids) };
  return { ok: true, items: children.flatMap(({ draft }) => draft.items), children, processingError: null };
}
