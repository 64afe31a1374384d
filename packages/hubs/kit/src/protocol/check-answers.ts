import type { KitRun } from '../kit-run.ts';
import { failed, noneOf, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { describeAnswer, isCodeRefused, isJson, isRedirect, readRefusal } from './describe-answer.ts';
import type { Heard, Wire } from './wire.ts';

/** Checks all answers of Hub Connect together. */
export async function checkAnswers({ recorder, hide }: KitRun, { heard }: Wire): Promise<void> {
  recorder.section('All answers of Hub Connect');
  const where = (found: readonly Heard[]): string[] =>
    [...new Map(found.map((each) => [each.to, each])).values()].map(
      ({ to, answer }) => `${to}: ${describeAnswer(answer)}`,
    );
  await recorder.check({ name: 'none is a redirect', rule: RULES.noRedirect, expected: 'no status 3xx' }, () =>
    noneOf(where(heard.filter(({ answer }) => isRedirect(answer)))),
  );
  await recorder.check({ name: 'all are JSON', rule: RULES.json, expected: 'Content-Type: application/json' }, () =>
    noneOf(where(heard.filter(({ answer }) => !isJson(answer)))),
  );
  const refusals = heard.filter(({ answer }) => answer.status >= 400);
  await recorder.check(
    { name: 'every refusal has a code and a message', rule: RULES.refusalBody, expected: 'code and message' },
    () => noneOf(where(refusals.filter(({ answer }) => readRefusal(answer) === null))),
  );
  await recorder.check(
    { name: 'no answer repeats a code', rule: RULES.noCodeInAnswers, expected: 'no code in headers, errors and URLs' },
    () => noneOf(heard.filter(({ answer }) => repeatsCode(answer, hide.isIn)).map(({ to }) => to)),
  );
  await recorder.check(
    { name: 'a refusal does not say which reason applies', rule: RULES.oneReason, expected: 'one message for all' },
    () => {
      const refused = heard.filter(({ answer }) => isCodeRefused(answer));
      const messages = [...new Set(refused.map(({ answer }) => readRefusal(answer)?.message))];
      if (refused.length < 2) return skipped('there were not two refusals to compare');
      return messages.length === 1 ? passed() : failed(messages.map((message) => JSON.stringify(message)).join(', '));
    },
  );
}

/** The body of a 200 has a key, which is hidden too. Codes are hidden from errors and headers. */
function repeatsCode({ status, headers, text }: Heard['answer'], isIn: (text: string) => boolean): boolean {
  return isIn(JSON.stringify(headers)) || (status !== 200 && isIn(text));
}
