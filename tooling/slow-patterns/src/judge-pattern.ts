import recheck from 'recheck';

/** With a time limit for one expression: its search for an attack may take any time. */
const LIMITS = { timeout: 60_000 };

/**
 * Null for a regular expression whose time is linear in the text, else why it may not be: its
 * growth, or that the checker found no answer in a minute.
 *
 * @example
 * judgePattern('/(a+)+$/'); // 'exponential'
 */
export function judgePattern(literal: string): string | null {
  // The checker's programs for other systems are not installed; it runs in this process.
  process.env.RECHECK_BACKEND = 'pure';
  const end = literal.lastIndexOf('/');
  const found = recheck.checkSync(literal.slice(1, end), literal.slice(end + 1), LIMITS);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : `no answer of the checker (${found.error.kind})`;
}
