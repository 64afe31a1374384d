import { LIMITS } from './limits.ts';
import { LONE_SURROGATE } from './text.ts';

const MAX_DEPTH = 30;

/** Returns why a draft cannot be stored, or null: size, depth, or text PostgreSQL refuses. */
export function draftProblem(body: unknown): string | null {
  if (!isStorable(body, 0)) return `Must not hold U+0000, lone surrogates, or objects more than ${MAX_DEPTH} deep.`;
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
  const max = LIMITS.draftBytes.value;
  return bytes > max ? `Must have at most ${max} bytes as JSON, has ${bytes}.` : null;
}

function isStorable(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === 'string') return !value.includes('\u0000') && !LONE_SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, field]) => isStorable(key, depth) && isStorable(field, depth + 1));
}
