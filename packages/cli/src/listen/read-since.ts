import { InvalidArgumentError } from '@commander-js/extra-typings';

/** A moment, or so long before the start. */
export type Since = { readonly at: Date } | { readonly agoMs: number };

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a time with its offset, or a duration. */
export function readSince(text: string): Since {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return { agoMs: Number(count) * (UNITS_MS[unit] ?? 0) };
  const hasOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(text);
  if (hasOffset && !Number.isNaN(at.getTime())) return { at };
  throw new InvalidArgumentError(
    'It takes a time with its offset (2026-11-22T09:00:00Z) or a duration (30s, 10m, 7d).',
  );
}
