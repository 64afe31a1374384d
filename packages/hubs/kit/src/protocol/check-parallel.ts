import type { Answer } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { tooMany } from './check-refusals.ts';
import { describeAnswer, isCodeRefused } from './describe-answer.ts';
import { exchangeCode } from './exchange-code.ts';
import { type MadeKey, readKey } from './read-key.ts';
import type { Wire } from './wire.ts';

const REDEMPTIONS = 20;
/** Longer than 100 characters, with a control character. */
const ODD_NAME = `Hub Connect kit\u0007 ${'with a long name '.repeat(7)}`;

/** Sends one code many times at once, with a name that a hub must cut but not refuse. */
export async function checkParallel(run: KitRun, wire: Wire, exchange: string): Promise<readonly MadeKey[]> {
  const { url, recorder, codes } = run;
  const code = await codes.next(`another one; it is sent ${REDEMPTIONS} times at once`);
  let answers: readonly Answer[] = [];
  await recorder.check(
    { name: `${REDEMPTIONS} exchanges of one code at once make one key`, rule: RULES.once, expected: 'one 200' },
    async () => {
      if (code === null) return skipped(codes.none);
      const send = { exchange, to: 'parallel exchanges', code, name: ODD_NAME };
      answers = await Promise.all(Array.from({ length: REDEMPTIONS }, () => exchangeCode(run, wire, send)));
      const made = answers.filter(({ status }) => status === 200).length;
      if (made > 1) return failed(`${made} keys`);
      const others = answers.filter((each) => each.status !== 200 && each.status !== 429 && !isCodeRefused(each));
      if (made === 1) return others[0] ? failed(`one key, and ${describeAnswer(others[0])}`) : passed();
      return (answers[0] && tooMany(answers[0])) ?? skipped('no exchange worked, see the next check');
    },
  );
  await recorder.check(
    { name: 'a long name with a control character is taken', rule: RULES.name, expected: 'a key for the code' },
    async () => {
      if (code === null) return skipped(codes.none);
      if (answers.some(({ status }) => status === 200)) return passed();
      const limited = answers.find(({ status }) => status === 429);
      if (limited) return tooMany(limited) ?? failed(describeAnswer(limited));
      const plain = await exchangeCode(run, wire, { exchange, to: 'the code with a short name', code });
      const first = answers[0] ? describeAnswer(answers[0]) : 'no answer';
      answers = [plain];
      return failed(
        plain.status === 200 ? `${first}; a short name works` : `${first}; a short name does not work either`,
      );
    },
  );
  return answers.map((answer) => readKey(answer, url)).filter((key) => key !== null);
}
