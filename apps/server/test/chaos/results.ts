import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from './run-result.ts';

const DEFAULT_FILE = fileURLToPath(new URL('../../../../.fanfare/chaos-results.jsonl', import.meta.url));

type Line = RunResult & { readonly commit: string; readonly at: string };

/** All runs so far, a line each, by the commit they were made on. */
export function openResults(file = DEFAULT_FILE) {
  mkdirSync(path.dirname(file), { recursive: true });
  const commit =
    process.env.CHAOS_COMMIT || execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  const lines: Line[] = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line)
    : [];
  const shown: RunResult[] = [];
  const ofThisCommit = () => [...lines.filter((line) => line.commit === commit), ...shown];
  return {
    append(result: RunResult): void {
      const line: Line = { commit, at: new Date().toISOString(), ...result };
      lines.push(line);
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
    /** Takes a run into the table without keeping it. */
    show: (result: RunResult): number => shown.push(result),
    /** Whether a run of this part has passed on this commit. */
    has: (scenario: string, label: string): boolean =>
      ofThisCommit().some((line) => line.scenario === scenario && line.label === label && line.violations.length === 0),
    ofThisCommit,
  };
}
