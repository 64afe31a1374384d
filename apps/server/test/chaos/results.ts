import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from './run-result.ts';

const DEFAULT_FILE = fileURLToPath(new URL('../../../../.fanfare/chaos-results.jsonl', import.meta.url));

type Line = RunResult & { readonly commit: string; readonly at: string };

/**
 * All runs so far, one per line, by commit. Several commands may append to one file concurrently.
 */
export function openResults(file = DEFAULT_FILE) {
  mkdirSync(path.dirname(file), { recursive: true });
  const commit =
    process.env.CHAOS_COMMIT || execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim();
  const shown: RunResult[] = [];
  // Read each time: another command may have written since.
  const ofThisCommit = (): RunResult[] => [...readLines(file).filter((line) => line.commit === commit), ...shown];
  return {
    append(result: RunResult): void {
      const line: Line = { commit, at: new Date().toISOString(), ...result };
      // One append, so that concurrent commands do not mix their lines. It first ends a line that a
      // killed command left unfinished.
      appendFileSync(file, `${endsInLine(file) ? '' : '\n'}${JSON.stringify(line)}\n`);
    },
    /** Adds a run to the table without storing it. */
    show: (result: RunResult): number => shown.push(result),
    /** Whether this part has passed on this commit. */
    has: (scenario: string, label: string): boolean =>
      ofThisCommit().some((line) => line.scenario === scenario && line.label === label && line.violations.length === 0),
    ofThisCommit,
  };
}

function readLines(file: string): Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as Line];
      } catch {
        // Left by a command that was killed while writing.
        return [];
      }
    });
}

const endsInLine = (file: string): boolean => !existsSync(file) || /(?:^|\n)$/.test(readFileSync(file, 'utf8'));
