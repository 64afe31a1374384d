import type { Answer } from '@fanfare/network';
import type { KitRun } from '../kit-run.ts';
import { keyIn } from './read-key.ts';
import { SERVICE_NAME, type Wire } from './wire.ts';

/** Sends a code to the exchange. The key is hidden from the report at once. */
export async function exchangeCode(
  { hide }: Pick<KitRun, 'hide'>,
  wire: Wire,
  { exchange, to, code, name = SERVICE_NAME }: { exchange: string; to: string; code: string; name?: string },
): Promise<Answer> {
  hide.add(code);
  const answer = await wire.exchange(exchange, to, { code, name });
  const key = keyIn(answer);
  if (key !== null) hide.add(key);
  return answer;
}
