import { isSameOrigin } from '@fanfare/hub';
import type { Answer } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { failed, noneOf, passed, skipped } from '../report/check.ts';
import { RULES } from '../rules.ts';
import { checkParallel } from './check-parallel.ts';
import { judgeRefusal, tooMany } from './check-refusals.ts';
import { describeAnswer, isCodeRefused } from './describe-answer.ts';
import { exchangeCode } from './exchange-code.ts';
import { expiryMembers, type MadeKey, problemsOf, readKey } from './read-key.ts';
import type { Wire } from './wire.ts';

const SHOWN = /^([BCDFGHJKLMNPQRSTVWXZ]{4}-){3}[BCDFGHJKLMNPQRSTVWXZ]{4}$/;
const DRIVEN = ['wordpress', 'micropub'];

/** Exchanges connect codes, and returns the keys that the hub made. */
export async function checkCodes(run: KitRun, wire: Wire, exchange: string): Promise<readonly MadeKey[]> {
  return [
    ...(await checkGoodCode(run, wire, exchange)),
    ...(await checkReplacedCode(run, wire, exchange)),
    ...(await checkParallel(run, wire, exchange)),
  ];
}

async function checkGoodCode(run: KitRun, wire: Wire, exchange: string): Promise<readonly MadeKey[]> {
  const { url, recorder, hide, codes } = run;
  recorder.section('Exchange: a code');
  const code = await codes.next('a new one; it is used twice');
  const reason = codes.none;
  await recorder.check(
    { name: 'the code is shown as four groups of four letters', rule: RULES.shownAs, expected: 'TCVX-XRPK-KNNF-NLSW' },
    () => (code === null ? skipped(reason) : SHOWN.test(code) ? passed() : failed('a code of another form')),
  );
  let answer = null as Answer | null;
  await recorder.check(
    { name: 'it is exchanged for a key', rule: RULES.answer, expected: '200 and JSON' },
    async () => {
      if (code === null) return skipped(reason);
      const came = await exchangeCode(run, wire, { exchange, to: 'a code', code });
      if (came.status !== 200) return tooMany(came) ?? failed(describeAnswer(came));
      answer = came;
      return passed();
    },
  );
  if (answer !== null) await checkAnswer(run, answer);
  await recorder.check(
    { name: 'the same code does not work again', rule: RULES.used, expected: '400 invalid_connect_code' },
    async () => {
      if (code === null) return skipped(reason);
      if (answer === null) return skipped('the code was not exchanged');
      return judgeRefusal(await exchangeCode(run, wire, { exchange, to: 'a used code', code }));
    },
  );
  const key = answer && readKey(answer, url);
  if (key) hide.add(key.apiKey.reveal());
  return key ? [key] : [];
}

async function checkAnswer({ url, recorder }: KitRun, answer: Answer): Promise<void> {
  const { headers, json } = answer;
  const { type, apiUrl } = json as { readonly type?: unknown; readonly apiUrl?: unknown };
  await recorder.check(
    { name: 'the answer has every member', rule: RULES.answer, expected: 'every member, with its type' },
    () => noneOf(problemsOf(answer)),
  );
  await recorder.check(
    { name: 'its apiUrl is on the origin of the hub URL', rule: RULES.apiUrl, expected: `on ${new URL(url).origin}` },
    () => {
      const isNear = typeof apiUrl === 'string' && URL.canParse(apiUrl) && isSameOrigin(apiUrl, url);
      return isNear ? passed() : failed(JSON.stringify(apiUrl) ?? 'no apiUrl');
    },
  );
  await recorder.check(
    {
      name: 'its type is known, or has a dot',
      rule: RULES.type,
      expected: `${DRIVEN.join(', ')}, or a name with a dot`,
    },
    () => {
      const isKnown = typeof type === 'string' && (DRIVEN.includes(type) || type.includes('.'));
      return isKnown ? passed(type) : failed(JSON.stringify(type) ?? 'no type');
    },
  );
  await recorder.check(
    { name: 'it is not stored by caches', rule: RULES.noStore, expected: 'Cache-Control: no-store' },
    () => {
      const value = headers['cache-control'] ?? 'no Cache-Control';
      return /(^|,)\s*no-store\s*(,|$)/i.test(value) ? passed() : failed(value);
    },
  );
  await recorder.check(
    { name: 'it names no expiry', rule: RULES.noExpiry, expected: 'no member about an expiry or a refresh' },
    () => noneOf(expiryMembers(json).map((name) => `the member ${name}`)),
  );
}

/** Two codes of one user. The newer one is typed as people type: in lower case, with spaces. */
async function checkReplacedCode(run: KitRun, wire: Wire, exchange: string): Promise<readonly MadeKey[]> {
  const { url, recorder, codes } = run;
  const older = await codes.next('another one; do not use it, a newer one replaces it');
  const newer = older === null ? null : await codes.next('a newer one of the same user');
  const reason = codes.none;
  await recorder.check(
    { name: 'a code that a newer one replaced is refused', rule: RULES.replaced, expected: '400 invalid_connect_code' },
    async () => {
      if (older === null || newer === null) return skipped(reason);
      return judgeRefusal(await exchangeCode(run, wire, { exchange, to: 'a replaced code', code: older }));
    },
  );
  let answer = null as Answer | null;
  await recorder.check(
    { name: 'a code in lower case, with spaces for dashes, is taken', rule: RULES.normalise, expected: '200' },
    async () => {
      if (newer === null) return skipped(reason);
      const typed = ` ${newer.toLowerCase().replaceAll('-', ' ')} `;
      const came = await exchangeCode(run, wire, { exchange, to: 'a code in lower case', code: typed });
      if (came.status === 200) {
        answer = came;
        return passed();
      }
      if (!isCodeRefused(came)) return tooMany(came) ?? failed(describeAnswer(came));
      answer = await exchangeCode(run, wire, { exchange, to: 'the same code as it was shown', code: newer });
      return failed(
        answer.status === 200
          ? `${describeAnswer(came)}; the code as it was shown works`
          : `${describeAnswer(came)}; the code as it was shown does not work either`,
      );
    },
  );
  const key = answer && readKey(answer, url);
  return key ? [key] : [];
}
