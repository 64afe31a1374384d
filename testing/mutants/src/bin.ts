import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Checkout, createCheckout } from './checkout.ts';
import { MUTANTS } from './list/all.ts';
import type { Mutant } from './mutant.ts';
import { runTests } from './run-tests.ts';

const HELP = `pnpm mutants [--only REGEXP] [--jobs N]

Breaks promises of docs/guarantees.md in a copy of the last commit, one at a time, and runs the tests that must notice it.

--only REGEXP  mutants whose file, description or promise matches
--jobs N       copies that are worked on side by side (default: half of the cores)
`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, jobs: { type: 'string' }, help: { type: 'boolean' } },
});

type Verdict = { readonly mutant: Mutant; readonly end: 'killed' | 'SURVIVED' | 'BROKEN'; readonly by: string };

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const only = new RegExp(values.only ?? '');
  const chosen = MUTANTS.filter(({ file, breaks, promise }) => [file, breaks, promise].some((text) => only.test(text)));
  const jobs = Math.min(Number(values.jobs ?? Math.max(1, availableParallelism() >> 1)), chosen.length);
  const repository = fileURLToPath(new URL('../../..', import.meta.url));
  const checkouts = await Promise.all(Array.from({ length: jobs }, () => createCheckout(repository)));
  try {
    const waiting = [...chosen];
    const verdicts: Verdict[] = [];
    const startedAt = Date.now();
    const work = async (checkout: Checkout): Promise<void> => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const verdict = await judge(checkout, mutant);
        verdicts.push(verdict);
        const seconds = String(Math.round((Date.now() - startedAt) / 1000)).padStart(5);
        process.stdout.write(
          `${seconds} s  ${verdicts.length}/${chosen.length}  ${verdict.end}  ${mutant.file}: ${mutant.breaks}\n`,
        );
        process.stdout.write(`             ${verdict.by}\n`);
      }
    };
    await Promise.all(checkouts.map(work));
    const count = (end: Verdict['end']) => verdicts.filter((verdict) => verdict.end === end).length;
    process.stdout.write(
      `\n${count('killed')} killed, ${count('SURVIVED')} survived, ${count('BROKEN')} could not be judged\n`,
    );
    return count('killed') === chosen.length ? 0 : 1;
  } finally {
    await Promise.all(checkouts.map((checkout) => checkout.remove()));
  }
}

/** A mutant counts as killed only by tests that pass without it. */
async function judge(checkout: Checkout, mutant: Mutant): Promise<Verdict> {
  try {
    const end = await checkout.withMutant(mutant, () => runTests(checkout.folder, [mutant.killedBy]));
    if (end.failed === 0) return { mutant, end: 'SURVIVED', by: `${end.passed} tests of ${mutant.killedBy} pass` };
    if (!(await passes(checkout, mutant.killedBy)))
      return { mutant, end: 'BROKEN', by: `${mutant.killedBy} fails without the mutant` };
    return { mutant, end: 'killed', by: end.firstFailure ?? mutant.killedBy };
  } catch (error) {
    return { mutant, end: 'BROKEN', by: error instanceof Error ? error.message : String(error) };
  }
}

const unbroken = new Map<string, Promise<boolean>>();

async function passes(checkout: Checkout, tests: string): Promise<boolean> {
  const known = unbroken.get(tests) ?? runTests(checkout.folder, [tests]).then(({ failed }) => failed === 0);
  unbroken.set(tests, known);
  return known;
}

process.exitCode = await main();
