import { REQUEST_ERROR_CODES, type RouteName, routesOf } from '@fanfare/contract';
import type { WireAnswer } from '../implementation.ts';
import type { Step } from './call.ts';

/** The number of requests, and their answers. */
export type Tally = {
  add(answered: { readonly step: Step; readonly answer: WireAnswer }): void;
  readonly requests: number;
  /** Share of answers from 200 to 299, of 1. */
  readonly accepted: number;
  of(route: RouteName): number;
  readonly rules: ReadonlySet<string>;
  /** Such as `posts.create 429 quota_exceeded`. */
  readonly outcomes: readonly string[];
  /** Requests by route and outcome, for people. */
  table(): string;
};

export function createTally(): Tally {
  const counts = new Map<string, Map<string, number>>();
  const rules = new Set<string>();
  const codes = new Set<string>();
  let requests = 0;
  let accepted = 0;
  const of = (route: string): number => [...(counts.get(route)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return {
    add({ step, answer }) {
      requests += 1;
      if (answer.status < 300) accepted += 1;
      const { outcome, code, broken } = outcomeOf(answer);
      if (code !== null) codes.add(code);
      for (const rule of broken) rules.add(rule);
      const row = counts.get(step.call.route) ?? new Map<string, number>();
      counts.set(step.call.route, row.set(outcome, (row.get(outcome) ?? 0) + 1));
    },
    get requests() {
      return requests;
    },
    get accepted() {
      return requests === 0 ? 0 : accepted / requests;
    },
    of,
    rules,
    get outcomes() {
      return [...counts].flatMap(([route, row]) => [...row.keys()].map((outcome) => `${route} ${outcome}`));
    },
    table() {
      const rows = routesOf().map(({ name }) => {
        const row = [...(counts.get(name) ?? [])].sort(([one], [other]) => one.localeCompare(other));
        return `  ${name.padEnd(20)} ${String(of(name)).padStart(5)}  ${row.map(([outcome, count]) => `${outcome} ${count}`).join(' · ')}`;
      });
      const share = (accepted / Math.max(1, requests)) * 100;
      const met = REQUEST_ERROR_CODES.filter((code) => codes.has(code)).length;
      return [
        `${requests} requests, ${share.toFixed(0)} % accepted, ${met} error codes, ${rules.size} rules broken:`,
        ...rows,
      ].join('\n');
    },
  };
}

type Outcome = { readonly outcome: string; readonly code: string | null; readonly broken: readonly string[] };

function outcomeOf({ status, headers, body }: WireAnswer): Outcome {
  const {
    error,
    violations = [],
    replayed,
  } = (body ?? {}) as {
    readonly error?: { readonly code: string; readonly details?: readonly { readonly rule?: string }[] };
    readonly violations?: readonly { readonly rule: string }[];
    readonly replayed?: boolean;
  };
  const broken = [...violations, ...(error?.details ?? [])].flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
  const word = error
    ? ` ${error.code}`
    : !replayed
      ? ''
      : headers.has('idempotency-mismatch')
        ? ' mismatch'
        : ' replay';
  return { outcome: `${status}${word}`, code: error?.code ?? null, broken };
}
