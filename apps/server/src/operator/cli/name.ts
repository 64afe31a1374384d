import { CommandError } from './with-database.ts';

const MAX_LENGTH = 100;

/** Checks a name: one line, 1 to 100 characters. */
export function requireName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_LENGTH || /\p{Cc}/u.test(name))
    throw new CommandError(`A name is one line of 1 to ${MAX_LENGTH} characters.`);
  return name;
}
