import { print } from '../events/figure-table.ts';
import type { GoalResult, MeasureResult } from '../run-measure.ts';
import { figureOf, shareOf, spreadText } from './figure-text.ts';

export function printMeasure({ name, answers, unit, rounds, contenders, skipped, goals }: MeasureResult): void {
  console.log(`${name}: ${answers} Medians of ${rounds} rounds, ${unit}.`);
  for (const { name, figure, more, nodeUs, postgresUs, benchUs, rssMb, statements, othersShare } of contenders) {
    const cpu = [
      nodeUs && `node ${figureOf(nodeUs.median)} µs`,
      postgresUs && `PG ${figureOf(postgresUs.median)} µs`,
      benchUs && `bench ${figureOf(benchUs.median)} µs`,
    ];
    const rest = Object.entries(more).map(([what, { median }]) => `${what} ${figureOf(median)}`);
    const memory = rssMb === null ? [] : [`${figureOf(rssMb)} MB`];
    const line = [
      spreadText(figure),
      ...rest,
      ...cpu.filter(Boolean),
      ...memory,
      ...(statements ? [`${figureOf(statements.median)} statements`] : []),
      `others ${shareOf(othersShare.median)}`,
    ];
    print(name, line.join(', '));
  }
  for (const { name, skipped: why } of skipped) print(name, `skipped: ${why}`);
  for (const goal of goals)
    print(
      `${goal.contender}, ${goal.what}`,
      `${spreadText(goal.ratio)}  ${goalText(goal)}  ${goal.isMet ? 'met' : 'MISSED'}`,
    );
  console.log();
}

export const goalText = ({ atLeast, atMost }: GoalResult): string =>
  atLeast === undefined ? `goal: at most ${atMost}` : `goal: at least ${atLeast}`;
