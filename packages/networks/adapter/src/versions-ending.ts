import type { Platform } from '@fanfare/contract';
import type { ApiVersion } from './api-versions.ts';

const DAY_MS = 86_400_000;

type Listed = { readonly network: Platform; readonly versions: readonly ApiVersion[] };

/** A version that ends soon. `daysLeft` counts whole days, negative after the date. */
export type EndingVersion = {
  readonly network: Platform;
  readonly version: string;
  readonly sunsetAt: string;
  readonly daysLeft: number;
  /** The first configured version that outlives it; null: the network stops that day. */
  readonly outlivedBy: string | null;
};

/**
 * The versions whose end is less than `days` days away or past, in the order they are configured.
 * Versions without a known end are left out.
 *
 * @example
 * versionsEnding([linkedinVersions], clock.now(), 90); // [{ network: 'linkedin', version: '202609', sunsetAt: '2027-09-15', daysLeft: 12, outlivedBy: null }]
 */
export function versionsEnding(networks: readonly Listed[], nowMs: number, days: number): readonly EndingVersion[] {
  return networks.flatMap(({ network, versions }) =>
    versions.flatMap(({ version, sunsetAt }, position) => {
      if (sunsetAt === null) return [];
      const daysLeft = Math.floor((Date.parse(`${sunsetAt}T00:00:00Z`) - nowMs) / DAY_MS);
      if (daysLeft >= days) return [];
      // A version without a known end counts when the operator listed it after this one.
      const successor = versions.find((other, at) =>
        other.sunsetAt === null ? at > position : other.sunsetAt > sunsetAt,
      );
      return [{ network, version, sunsetAt, daysLeft, outlivedBy: successor?.version ?? null }];
    }),
  );
}
