import { BadControl, type JsonObject, readChoice, readOptionalText, readWhole } from '../../read-json.ts';
import { mediaKinds, type ProcessingRule } from '../processing.ts';

const MANY = 1_000_000;
const DAY_MS = 86_400_000;

/** Reads how containers are processed; null for the usual way. */
export function readProcessing(body: JsonObject, usualError: string): ProcessingRule | null {
  const { looks, ms, outcome, kind, times } = body;
  if (looks === undefined && ms === undefined && outcome === undefined) return null;
  if (looks !== undefined && ms !== undefined) throw new BadControl('give "looks" or "ms", not both');
  const fails = outcome !== undefined && readChoice(body, 'outcome', ['error', 'finished']) === 'error';
  return {
    pace:
      looks !== undefined
        ? { looks: readWhole(body, 'looks', { min: 0, max: 1000 }) }
        : ms !== undefined
          ? { ms: readWhole(body, 'ms', { min: 0, max: 30 * DAY_MS }) }
          : null,
    error: fails ? (readOptionalText(body, 'error') ?? usualError) : null,
    kind: kind === undefined ? null : readChoice(body, 'kind', mediaKinds),
    times: times === undefined ? null : readTimes(body),
  };
}

/** Reads `times`; once without it. */
export function readTimes(body: JsonObject): number {
  return body.times === undefined ? 1 : readWhole(body, 'times', { min: 1, max: MANY });
}
