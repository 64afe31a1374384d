import type { SandboxClock } from '../simulator.ts';
import type { MetaIds } from './ids.ts';
import { DAY_MS } from './moving-day.ts';
import type { ProcessingPlan } from './processing.ts';

/** A future post. `Draft` is its content. */
export type Container<Draft> = {
  readonly id: string;
  readonly username: string;
  readonly createdAt: number;
  readonly draft: Draft;
  readonly plan: ProcessingPlan;
  /** Items of a carousel, for which it waits. */
  readonly children: readonly Container<Draft>[];
  looksLeft: number;
  looksEndedAt: number | null;
  publishedAt: number | null;
};

type ContainerState =
  | { readonly name: 'IN_PROGRESS' | 'EXPIRED' | 'PUBLISHED' }
  | { readonly name: 'FINISHED'; readonly finishedAt: number }
  | { readonly name: 'ERROR'; readonly error: string };

export type Containers<Draft> = {
  create(container: {
    readonly username: string;
    readonly draft: Draft;
    readonly plan: ProcessingPlan;
    readonly children?: readonly Container<Draft>[];
  }): Container<Draft>;
  find(id: string): Container<Draft> | undefined;
  stateOf(container: Container<Draft>): ContainerState;
  /** The state in one status call; the call counts as a look. */
  look(container: Container<Draft>): ContainerState;
  markPublished(container: Container<Draft>): void;
  clear(): void;
};

/**
 * IN_PROGRESS → FINISHED → PUBLISHED, IN_PROGRESS → ERROR, and EXPIRED when 24 hours pass without a
 * publish (Meta, IG container reference, and Threads troubleshooting, both checked 2026-10).
 */
export function createContainers<Draft>(deps: {
  readonly clock: SandboxClock;
  readonly ids: MetaIds;
}): Containers<Draft> {
  const containers = new Map<string, Container<Draft>>();

  function readyAt(container: Container<Draft>): number | null {
    const { pace } = container.plan;
    let startsAt = container.createdAt;
    for (const child of container.children) {
      const childReadyAt = readyAt(child);
      if (childReadyAt === null) return null;
      startsAt = Math.max(startsAt, childReadyAt);
    }
    if (!('looks' in pace)) return startsAt + pace.ms;
    return container.looksEndedAt === null ? null : Math.max(startsAt, container.looksEndedAt);
  }

  function errorOf(container: Container<Draft>): string | null {
    return container.plan.error ?? container.children.map(errorOf).find((error) => error !== null) ?? null;
  }

  function stateOf(container: Container<Draft>): ContainerState {
    if (container.publishedAt !== null) return { name: 'PUBLISHED' };
    const now = deps.clock.now();
    const finishedAt = readyAt(container);
    const isReady = finishedAt !== null && finishedAt <= now;
    const error = errorOf(container);
    if (isReady && error !== null) return { name: 'ERROR', error };
    if (now - container.createdAt >= DAY_MS) return { name: 'EXPIRED' };
    return isReady ? { name: 'FINISHED', finishedAt } : { name: 'IN_PROGRESS' };
  }

  function countLook(container: Container<Draft>): void {
    if (container.looksLeft === 0) return;
    container.looksLeft -= 1;
    if (container.looksLeft === 0) container.looksEndedAt = deps.clock.now();
  }

  return {
    create({ username, draft, plan, children = [] }) {
      const now = deps.clock.now();
      const looks = 'looks' in plan.pace ? plan.pace.looks : 0;
      const container: Container<Draft> = {
        id: deps.ids.next('178'),
        username,
        createdAt: now,
        draft,
        plan,
        children,
        looksLeft: looks,
        looksEndedAt: looks === 0 ? now : null,
        publishedAt: null,
      };
      containers.set(container.id, container);
      return container;
    },
    find: (id) => containers.get(id),
    stateOf,
    look(container) {
      const state = stateOf(container);
      // A look at a carousel is a look at its items too.
      for (const each of [container, ...container.children]) countLook(each);
      return state;
    },
    markPublished(container) {
      container.publishedAt = deps.clock.now();
      for (const child of container.children) child.publishedAt = deps.clock.now();
    },
    clear: () => containers.clear(),
  };
}
