import { type GraphFailure, invalidParameter } from './graph-answer.ts';
import type { Parameters } from './parameters.ts';

/** A value read from the parameters of a call, or why the call is refused. */
export type ReadParameter<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: GraphFailure };

/** Reads `true`, `false`, `1` or `0`; absent means `whenAbsent`. */
export function readBoolean(parameters: Parameters, name: string, whenAbsent = false): ReadParameter<boolean> {
  const text = (parameters.get(name) ?? String(whenAbsent)).toLowerCase();
  if (text === 'true' || text === '1') return { ok: true, value: true };
  if (text === 'false' || text === '0') return { ok: true, value: false };
  return { ok: false, failure: invalidParameter(`Param ${name} must be a boolean`) };
}
