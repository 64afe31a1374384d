import type { VersionStates } from '../meta/graph/graph-router.ts';

export type GraphVersions = VersionStates & {
  /** Retires a version, as on its last day. */
  retire(version: string): void;
  served(): readonly string[];
  clear(): void;
};

// v21.0 goes on 2027-01-21, v26.0 came on 2026-07-29, v27.0 after it (Meta, Graph API changelog,
// checked 2026-11).
const OLDEST_SERVED = 21;
const NEWEST = 27;

/** The supported versions of Graph. */
export function createGraphVersions(): GraphVersions {
  let retired = new Set<number>();
  const numbers = Array.from({ length: NEWEST }, (_, index) => index + 1);
  const served = () => numbers.filter((number) => number >= OLDEST_SERVED && !retired.has(number));
  return {
    stateOf(part) {
      const number = Number(/^v([1-9]\d?)\.0$/.exec(part)?.[1] ?? 0);
      if (served().includes(number)) return 'served';
      return numbers.includes(number) ? 'retired' : 'unknown';
    },
    newest: () => `v${served().at(-1) ?? NEWEST}.0`,
    served: () => served().map((number) => `v${number}.0`),
    retire: (version) => void retired.add(Number(/^v(\d+)/.exec(version)?.[1])),
    clear() {
      retired = new Set();
    },
  };
}
