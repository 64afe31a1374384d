import type { SandboxContext } from '../simulator.ts';

/** Random characters of an alphabet, at most 24 of up to 62, from 32 random bytes. */
export function randomLetters(context: SandboxContext, alphabet: string, length: number): string {
  const size = BigInt(alphabet.length);
  let letters = '';
  for (let rest = BigInt(`0x${context.randomHex(32)}`); letters.length < length; rest /= size)
    letters += alphabet[Number(rest % size)];
  return letters;
}
