import { createPerPerson } from './per-person.ts';

/** The content of a container; each kind takes its own time to process. */
export type MediaKind = 'text' | 'image' | 'video' | 'carousel';

export const mediaKinds: readonly MediaKind[] = ['text', 'image', 'video', 'carousel'];

/** The processing of a container: for a time or a number of looks; `error` if it fails. */
export type ProcessingPlan = {
  readonly pace: { readonly ms: number } | { readonly looks: number };
  readonly error: string | null;
};

export type ProcessingRule = {
  readonly pace: ProcessingPlan['pace'] | null;
  readonly error: string | null;
  /** Null: every kind. */
  readonly kind: MediaKind | null;
  /** The number of containers it applies to; null: all later ones. */
  readonly times: number | null;
};

export type Processing = {
  /** Null returns to the default. */
  setRule(rule: ProcessingRule | null, username?: string): void;
  planFor(username: string, kind: MediaKind): ProcessingPlan;
  clear(): void;
};

/** Shorter than real ones (seconds to minutes), so that the sandbox is quick. */
const ORDINARY_MS: Readonly<Record<MediaKind, number>> = { text: 0, image: 300, carousel: 300, video: 1000 };

export function createProcessing(): Processing {
  const rules = createPerPerson<{ readonly rule: ProcessingRule | null; left: number }>({ rule: null, left: 0 });
  return {
    setRule(rule, username) {
      rules.set({ rule, left: rule?.times ?? Number.POSITIVE_INFINITY }, username);
    },
    planFor(username, kind) {
      const ordinary: ProcessingPlan = { pace: { ms: ORDINARY_MS[kind] }, error: null };
      const current = rules.of(username);
      const { rule } = current;
      if (rule === null || current.left <= 0 || (rule.kind !== null && rule.kind !== kind)) return ordinary;
      current.left -= 1;
      return { pace: rule.pace ?? ordinary.pace, error: rule.error };
    },
    clear: rules.clear,
  };
}
