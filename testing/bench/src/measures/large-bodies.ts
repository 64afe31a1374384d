import { LIMITS } from '@fanfare/contract';
import { startFlood } from '../flood.ts';
import type { Contender, Goal, Sample } from '../measure.ts';

const UNKNOWN_FIELDS = 150_000;
const VALUES = LIMITS.requestBodyValues.value - 10;
/** The server of a measure has no limits, so the flood keeps those of a project by itself. */
const PER_MINUTE = LIMITS.projectRequestsPerMinute.value;

const fieldsOf = (count: number, value: string): string =>
  `{${Array.from({ length: count }, (_, at) => `"field${at}":${value}`).join()}}`;

/** Bodies that are all refused, by what they hold. */
const BODIES = [
  { name: 'large bodies', body: fieldsOf(UNKNOWN_FIELDS, '0') },
  { name: 'bodies of useless values', body: fieldsOf(VALUES, '0') },
] as const;

export const largeBodyGoals: readonly Goal[] = BODIES.map(({ name }) => ({
  what: `${name}: against a calm server`,
  contender: name,
  of: 'calm',
  atMost: 1.3,
}));

/** One project sends such bodies as fast as its limit allows: one request per started 64 KiB. */
export const largeBodies = (
  of: { readonly url: string; readonly apiKey: string; readonly pids: () => number[] },
  others: (seconds: number) => Promise<Sample>,
): readonly Contender[] =>
  BODIES.map(({ name, body }) => ({
    name,
    pids: of.pids,
    async run(seconds) {
      const units = Math.ceil(body.length / LIMITS.requestUnitBytes.value);
      const request = { method: 'POST', path: '/api/v1/posts/validate', apiKey: of.apiKey, body } as const;
      const stop = startFlood({ url: of.url, clients: 1, request, everyMs: (units * 60_000) / PER_MINUTE });
      try {
        return await others(seconds);
      } finally {
        await stop();
      }
    },
  }));
