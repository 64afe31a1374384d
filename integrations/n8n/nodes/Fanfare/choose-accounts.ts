/** An account of the project. */
export type Account = {
  readonly id: string;
  readonly platform: string;
  readonly username: string;
  readonly status: string;
};

/** Names that choose no account: the message says which. */
class AccountChoiceError extends Error {
  override readonly name = 'AccountChoiceError';
}

/**
 * The accounts that a field names: ids, usernames (`@ada`) or platforms (`x`), as a list or as a
 * text with commas, such as a cell of a table. Throws `AccountChoiceError`.
 */
export function chooseAccounts(given: unknown, accounts: readonly Account[]): Account[] {
  const names = (Array.isArray(given) ? given : String(given ?? '').split(','))
    .map((name) => String(name).trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new AccountChoiceError('No account is chosen.');
  const chosen = names.map((name) => chooseOne(name, accounts));
  return chosen.filter(({ id }, at) => chosen.findIndex((one) => one.id === id) === at);
}

function chooseOne(name: string, accounts: readonly Account[]): Account {
  const byId = accounts.find(({ id }) => id === name);
  if (byId) return byId;
  const wanted = name.replace(/^@/, '').toLowerCase();
  const fitting = accounts.filter(
    ({ platform, username, status }) =>
      status === 'active' && (name.startsWith('@') ? username.toLowerCase() === wanted : platform === wanted),
  );
  const [only, ...others] = fitting;
  if (only && others.length === 0) return only;
  const known = accounts.map(({ id, platform, username }) => `${platform} @${username} (${id})`).join(', ');
  throw new AccountChoiceError(
    only
      ? `“${name}” fits ${fitting.length} accounts: give an id. ${fitting.map(({ id, platform, username }) => `${platform} @${username} (${id})`).join(', ')}`
      : `There is no account “${name}”. There are: ${known || 'none'}.`,
  );
}

/**
 * The platforms of the accounts that a form names; null when it names none, names them by an
 * expression, or names one that is not connected.
 */
export function platformsOf(given: unknown, accounts: readonly Account[]): ReadonlySet<string> | null {
  if (!Array.isArray(given) || given.length === 0) return null;
  try {
    return new Set(chooseAccounts(given, accounts).map(({ platform }) => platform));
  } catch (error) {
    if (error instanceof AccountChoiceError) return null;
    throw error;
  }
}
