import { HAS_INSIDE, IMPLEMENTATION_NAMES, type ImplementationName } from './implementation.ts';
import { isNotStandalone, type Statement } from './statement.ts';

export type Outcome = 'pass' | 'raw' | 'fail' | 'skip' | 'later';

/** The results of all statements on all implementations. */
export type Report = {
  note(statement: Statement, implementation: ImplementationName, outcome: Outcome): void;
  /** For people: a row per statement; only failed ones unless `all`. */
  table(rows: 'all' | 'failed'): string;
  /** One line per implementation. */
  summary(): string;
};

const MARK: Readonly<Record<Outcome | 'open' | 'notInMock' | 'none', string>> = {
  pass: 'pass',
  raw: 'raw',
  fail: 'FAIL',
  skip: 'skip',
  later: 'later',
  open: 'open',
  notInMock: 'n/a',
  none: '-',
};
const COLUMN = 12;

export function createReport(statements: readonly Statement[]): Report {
  const outcomes = new Map<Statement, Map<ImplementationName, Outcome>>();
  const names = (): readonly ImplementationName[] =>
    IMPLEMENTATION_NAMES.filter((name) => [...outcomes.values()].some((row) => row.has(name)));
  const cellOf = (statement: Statement, name: ImplementationName): string => {
    if ('open' in statement) return MARK.open;
    if ('inside' in statement && !HAS_INSIDE.includes(name)) return MARK.notInMock;
    if (name === 'standalone' && isNotStandalone(statement)) return MARK.notInMock;
    return MARK[outcomes.get(statement)?.get(name) ?? 'none'];
  };
  return {
    note(statement, implementation, outcome) {
      const row = outcomes.get(statement) ?? new Map<ImplementationName, Outcome>();
      outcomes.set(statement, row.set(implementation, outcome));
    },
    table(rows) {
      const columns = names();
      const shown = statements.filter(
        (statement) =>
          (outcomes.has(statement) || 'open' in statement) &&
          (rows === 'all' || [...(outcomes.get(statement)?.values() ?? [])].includes('fail')),
      );
      if (shown.length === 0) return '';
      const line = (cells: readonly string[], text: string): string =>
        `${cells.map((cell) => cell.padEnd(COLUMN)).join('')}${text}`;
      return [
        line(columns, 'statement'),
        ...shown.map((statement) =>
          line(
            columns.map((name) => cellOf(statement, name)),
            `${statement.section} ${statement.statement}`,
          ),
        ),
      ].join('\n');
    },
    summary() {
      const open = statements.filter((statement) => 'open' in statement).length;
      return names()
        .map((name) => {
          const count = (outcome: Outcome): number =>
            [...outcomes.values()].filter((row) => row.get(name) === outcome).length;
          const parts = [
            `${count('pass') + count('raw')} pass`,
            count('raw') > 0 && `of which ${count('raw')} partly raw`,
            count('skip') > 0 && `${count('skip')} skip`,
            count('later') > 0 && `${count('later')} left to the full command`,
            `${count('fail')} fail`,
            `${open} open`,
          ];
          return `${name.padEnd(COLUMN)}${parts.filter(Boolean).join(', ')}`;
        })
        .join('\n');
    },
  };
}
