import { randomInt } from 'node:crypto';
import type { KitRun } from '../kit-run.ts';
import { type CheckResult, failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { describeAnswer, isCodeRefused, readRefusal } from './describe-answer.ts';
import { SERVICE_NAME, type Wire } from './wire.ts';

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** A code that no hub has made. */
export function wrongCode(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return [group(), group(), group(), group()].join('-');
}

/** Checks that the exchange refuses bad requests without having consumed anything. */
export async function checkRefusals({ recorder, hide }: KitRun, wire: Wire, exchange: string): Promise<void> {
  recorder.section('Exchange: what it refuses');
  const expected = '400 and JSON with the code invalid_connect_code and a message';
  const refuse = async (name: string, code: string): Promise<void> => {
    hide.add(code);
    await recorder.check({ name, rule: RULES.refusal, expected }, async () => {
      const answer = await wire.exchange(exchange, name, { code, name: SERVICE_NAME });
      return judgeRefusal(answer);
    });
  };
  await recorder.check(
    {
      name: 'a body without a code is refused as such',
      rule: RULES.badRequest,
      expected: '400 and JSON with code and message, the code not invalid_connect_code',
    },
    async () => {
      const answer = await wire.exchange(exchange, 'a body without a code', { name: SERVICE_NAME });
      const refusal = readRefusal(answer);
      const isRight = answer.status === 400 && refusal !== null && refusal.code !== 'invalid_connect_code';
      return isRight ? passed() : (tooMany(answer) ?? failed(describeAnswer(answer)));
    },
  );
  await refuse('a text that is no code is refused', `${wrongCode().slice(0, 9)}-0`);
  await refuse('a code that the hub has not made is refused', wrongCode());
}

export function judgeRefusal(answer: Parameters<typeof describeAnswer>[0]): CheckResult {
  if (isCodeRefused(answer)) return passed();
  return tooMany(answer) ?? failed(describeAnswer(answer));
}

/** The hub counts attempts, those of an earlier run of the kit too. */
export function tooMany({ status, headers }: Parameters<typeof describeAnswer>[0]): CheckResult | null {
  if (status !== 429) return null;
  return skipped(
    `the hub answers 429 after earlier attempts from this address; run the kit again in ${headers['retry-after'] ?? '600'} s`,
  );
}
