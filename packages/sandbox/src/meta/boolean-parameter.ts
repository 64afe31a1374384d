import { type GraphFailure, invalidParameter } from './graph-answer.ts';
import type { Parameters } from './parameters.ts';

/** Reads `true`, `false`, `1` or `0`; absent is false unless said otherwise. */
export function readBoolean(
  parameters: Parameters,
  name: string,
  whenAbsent = false,
): { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly failure: GraphFailure } {
  const text = (parameters.get(name) ?? String(whenAbsent)).toLowerCase();
  if (text === 'true' || text === '1') return { ok: true, value: true };
  if (text === 'false' || text === '0') return { ok: true, value: false };
  return { ok: false, failure: invalidParameter(`Param ${name} must be a boolean`) };
}
