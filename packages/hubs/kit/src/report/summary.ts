import type { Check } from './check.ts';

export type Summary = { readonly passed: number; readonly failed: number; readonly skipped: number };

export function summaryOf(checks: readonly Check[]): Summary {
  const count = (result: Check['result']): number => checks.filter((check) => check.result === result).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** `41 checks: 38 passed, 1 failed, 2 skipped.` */
export function summaryLine({ passed, failed, skipped }: Summary): string {
  return `${passed + failed + skipped} checks: ${passed} passed, ${failed} failed, ${skipped} skipped.`;
}

/** 0 when nothing failed and something passed; else 1. */
export const exitCodeOf = ({ passed, failed }: Summary): number => (failed === 0 && passed > 0 ? 0 : 1);
