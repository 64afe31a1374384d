import type { Account } from '@fanfare/sdk';
import { InputError } from './tool.ts';

/**
 * The accounts that a call names: by id, `@name`, `platform:@name`, or by a platform that has one
 * account. Throws `InputError` with the candidates when a name is unknown or fits several.
 */
export function chooseAccounts(all: readonly Account[], names: readonly string[]): Account[] {
  const chosen = new Map<string, Account>();
  for (const name of names) {
    const found = all.filter((account) => matches(account, name.trim()));
    const [first, second] = found;
    if (!first)
      throw new InputError(
        `There is no account "${name}" in this project. Call list_accounts; connect_account adds one.`,
      );
    if (second)
      throw new InputError(`"${name}" fits several accounts: ${found.map(({ id }) => id).join(', ')}. Use an id.`);
    chosen.set(first.id, first);
  }
  if (chosen.size === 0) throw new InputError('accounts is empty: name at least one account.');
  return [...chosen.values()];
}

function matches({ id, platform, username }: Account, name: string): boolean {
  if (name === id || name.toLowerCase() === platform) return true;
  const [, of, handle = ''] = /^(?:([\w-]+):)?@?(.+)$/.exec(name) ?? [];
  if (of !== undefined && of.toLowerCase() !== platform) return false;
  return handle.toLowerCase() === username.toLowerCase().replace(/^@/, '');
}
