import type { Account } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import { plainText } from '../output/plain-text.ts';

/**
 * Finds the accounts of `--to`: an id, `@name`, `platform:@name`, or a platform that has one
 * account that can publish. Each account once, in the order of the words. Throws CliError with the
 * choices when a word fits none, or several.
 */
export function chooseAccounts(words: readonly string[], accounts: readonly Account[]): readonly Account[] {
  const parts = words.flatMap((word) => word.split(',')).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== '').map((part) => chooseAccount(part, accounts)))];
}

function chooseAccount(word: string, accounts: readonly Account[]): Account {
  const fitting = accounts.filter((account) => fits(word, account));
  const usable = fitting.filter(({ status }) => status === 'active');
  const [only] = usable;
  if (usable.length === 1 && only) return only;
  if (usable.length > 1)
    throw new CliError(`--to ${word} fits ${usable.length} accounts. Name one:\n${choices(usable)}`);
  const [unusable] = fitting;
  if (unusable)
    throw new CliError(
      `--to ${word}: ${nameOfAccount(unusable)} is ${unusable.status}. Connect it again: fanfare-cli accounts connect ${unusable.platform}`,
    );
  const rest = accounts.filter(({ status }) => status === 'active');
  throw new CliError(
    `--to ${plainText(word)} fits no account. ${rest.length === 0 ? 'None is connected.' : `Accounts:\n${choices(rest)}`}`,
  );
}

function fits(word: string, { id, platform, username, hub }: Account): boolean {
  if (word === id) return true;
  const [first, name] = word.includes(':')
    ? [word.slice(0, word.indexOf(':')), word.slice(word.indexOf(':') + 1)]
    : [null, word];
  if (first !== null && first !== platform && first !== hub?.type) return false;
  if (name.startsWith('@')) return name.slice(1).toLowerCase() === username.toLowerCase();
  return first === null && (name === platform || name === hub?.type);
}

/** An account in the words of `--to`. */
export const nameOfAccount = ({ platform, username }: Pick<Account, 'platform' | 'username'>): string =>
  `${platform}:@${plainText(username)}`;

const choices = (accounts: readonly Account[]): string =>
  accounts.map((account) => `  ${nameOfAccount(account)}  ${account.id}`).join('\n');
