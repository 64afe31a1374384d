import { isBoundedJson } from '@fanfare/rules';

/** Far above any answer that is read. */
const BOUNDS = { mostValues: 50_000, mostDepth: 50 };

/**
 * JSON as a value, or undefined when the text is not JSON, or has more values than any answer that
 * is read. An integer that a double cannot hold exactly becomes the string of its digits: networks
 * send ids beyond 2^53 as bare numbers (Meta, Instagram `user_id` in the token answer), and a
 * rounded id is another account.
 */
export function parseJson(text: string): unknown {
  if (!isBoundedJson(text, BOUNDS)) return undefined;
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keepExact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? source : value;
}
