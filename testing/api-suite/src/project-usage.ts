import type { Account, Usage } from '@fanfare/contract';
import { expect } from 'vitest';
import type { Api, Project } from './api.ts';
import { targetEntry } from './target-entry.ts';

/** The usage of a project, as its route returns it. */
export const usageOf = async (project: Project): Promise<Usage> => {
  const { status, body } = await project.call('GET', '/usage');
  expect(status).toBe(200);
  return body as Usage;
};

/** The month (UTC) a moment falls in. */
export async function period(api: Api): Promise<{ readonly periodStart: string; readonly periodEnd: string }> {
  const now = new Date(await api.in(0));
  const start = (months: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
  return { periodStart: start(0), periodEnd: start(1) };
}

/**
 * An hour from now, or the last moment of the month: what waits is counted where it is looked for.
 */
export async function laterThisMonth(api: Api): Promise<string> {
  const { periodEnd } = await period(api);
  return new Date(Math.min(Date.parse(await api.in(3_600_000)), Date.parse(periodEnd) - 1)).toISOString();
}

/** Targets of one account, each with its own text. */
export const targetsOf = (account: Account, count: number, text: string) =>
  Array.from({ length: count }, (_, at) => targetEntry(account, { content: `${text} ${at}` }));
