import type { Answer } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { failed, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { wrongCode } from './check-refusals.ts';
import { describeAnswer, readRefusal } from './describe-answer.ts';
import type { Wire } from './wire.ts';

const LOWEST_LIMIT = 30;
const MOST_GUESSES = 300;

/** Sends wrong codes until the hub stops them, which refuses this address for some minutes. */
export async function checkGuessing({ recorder, hide }: KitRun, wire: Wire, exchange: string, guess: boolean) {
  recorder.section('Guessing');
  let stop = null as Answer | null;
  const asked = { name: 'repeated wrong codes are stopped', rule: RULES.tooMany, expected: '429 too_many_attempts' };
  await recorder.check(asked, async () => {
    if (!guess) return skipped('the hub would refuse this address for some minutes; run the kit with --guess');
    for (let sent = 0; sent < MOST_GUESSES && stop === null; sent++) {
      const code = wrongCode();
      hide.add(code);
      const answer = await wire.exchange(exchange, 'a guess', { code, name: 'Hub Connect kit' });
      if (answer.status === 429) stop = answer;
    }
    if (stop === null) return failed(`no 429 after ${MOST_GUESSES} wrong codes`);
    return readRefusal(stop)?.code === 'too_many_attempts' ? passed() : failed(describeAnswer(stop));
  });
  await recorder.check(
    { name: 'the answer says how long to wait', rule: RULES.tooMany, expected: 'Retry-After in whole seconds' },
    () => {
      if (stop === null) return skipped('there was no 429');
      const seconds = stop.headers['retry-after'] ?? 'no Retry-After';
      return /^\d{1,6}$/.test(seconds) ? passed(`${seconds} s`) : failed(seconds);
    },
  );
  await recorder.check(
    { name: 'the limit is not too low', rule: RULES.limit, expected: `${LOWEST_LIMIT} failed attempts or more` },
    () => {
      if (stop === null) return skipped('there was no 429');
      const failures = wire.heard.filter(({ to, answer }) => to !== 'the discovery document' && answer.status === 400);
      return failures.length >= LOWEST_LIMIT
        ? passed()
        : failed(`429 after ${failures.length} failed attempts of this run`);
    },
  );
}
