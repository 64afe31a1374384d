import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const RULES = fileURLToPath(new URL('../../../../../deploy/monitoring/alerts.yml', import.meta.url));
const { PROMTOOL = 'promtool' } = process.env;

export const hasPromtool = (): boolean => spawnSync(PROMTOOL, ['--version']).status === 0;

/** Text that Prometheus scrapes from one server; null when it does not answer. */
export type Scrape = { readonly instance: string; readonly text: string | null };

const [BEFORE_MINUTES, AFTER_MINUTES] = [60, 300];

/**
 * Names of the alerts that fire at any time when Prometheus scrapes `before` for an hour and
 * `after` for five hours.
 */
export function firing(before: readonly Scrape[], after: readonly Scrape[]): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-alerts-'));
  const file = path.join(folder, 'test.yml');
  const expr = `group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${BEFORE_MINUTES + AFTER_MINUTES}m]))`;
  const question = { expr, eval_time: `${BEFORE_MINUTES + AFTER_MINUTES}m`, exp_samples: [] };
  const test = { interval: '1m', input_series: seriesOf(before, after), promql_expr_test: [question] };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  try {
    execFileSync(PROMTOOL, ['test', 'rules', file], { stdio: 'pipe' });
    return [];
  } catch (error) {
    const said = `${Reflect.get(error as object, 'stdout')}${Reflect.get(error as object, 'stderr')}`;
    const found = [...said.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name!);
    // It fails because something fires; anything else is a mistake in the rules or the series.
    if (found.length === 0) throw new Error(said);
    return found.sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seriesOf(before: readonly Scrape[], after: readonly Scrape[]): { series: string; values: string }[] {
  const [first, second] = [samplesOf(before), samplesOf(after)];
  return [...new Set([...first.keys(), ...second.keys()])].map((series) => {
    const [was, is] = [first.get(series), second.get(series)];
    const start = was === undefined ? `_x${BEFORE_MINUTES}` : `${was}+0x${BEFORE_MINUTES - 1}`;
    return { series, values: `${start} ${is === undefined ? 'stale' : `${is}+0x${AFTER_MINUTES}`}` };
  });
}

function samplesOf(scrapes: readonly Scrape[]): ReadonlyMap<string, number> {
  const samples = scrapes.flatMap(({ instance, text }): [string, number][] => {
    const target = `job="fanfare",instance="${instance}"`;
    const lines = (text ?? '').matchAll(/^(fanfare_\w+)(?:\{(.*)\})? (\S+)$/gm);
    const own = [...lines].map(([, name, labels, value]): [string, number] => {
      return [`${name}{${labels ? `${labels},` : ''}${target}}`, onItsClock(name!, Number(value))];
    });
    return [[`up{${target}}`, text === null ? 0 : 1], ...own];
  });
  return new Map(samples);
}

/** The clock of promtool begins at 0, and the last scrape is now. */
const onItsClock = (name: string, value: number): number =>
  name.endsWith('_timestamp_seconds')
    ? Math.round(value - Date.now() / 1_000 + (BEFORE_MINUTES + AFTER_MINUTES) * 60)
    : value;
