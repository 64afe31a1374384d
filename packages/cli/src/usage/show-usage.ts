import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { shortText } from '../output/plain-text.ts';
import { table } from '../output/table.ts';

export async function showUsage({ output, signal, fanfare }: Context): Promise<ExitCode> {
  const usage = await (await fanfare()).usage.get({ signal });
  const { plan, periodStart, periodEnd, included, used, reserved, remaining, overage } = usage;
  output.data(usage, () =>
    table([
      ['Plan', shortText(plan)],
      ['Period', `${periodStart.slice(0, 10)} to ${periodEnd.slice(0, 10)}`],
      ['Used', String(used)],
      ['Reserved', `${reserved}  (scheduled, or being published)`],
      ['Included', included === null ? 'no limit' : String(included)],
      ['Left', remaining === null ? 'no limit' : `${remaining}${overage ? '  (more is possible)' : ''}`],
    ]),
  );
  return EXIT.done;
}
