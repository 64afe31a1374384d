import { parseArgs } from 'node:util';

/** One command of the operator. */
export type Command = {
  /** As it is typed: `projects create`. */
  readonly name: string;
  readonly description: string;
  /** A call to copy, with a word on what it does. */
  readonly example?: string;
  readonly positionals: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
  run(args: Readonly<Record<string, string>>): Promise<void>;
};

/** A call that cannot be carried out as it was typed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * A command with typed arguments. `positionals` are required and come in this order, `options` may be left out; each key is the name, each value says
 * what it is.
 */
export function defineCommand<Positional extends string = never, Option extends string = never>(command: {
  readonly name: string;
  readonly description: string;
  readonly example?: string;
  readonly positionals?: Readonly<Record<Positional, string>>;
  readonly options?: Readonly<Record<Option, string>>;
  run(args: Readonly<Record<Positional, string> & Partial<Record<Option, string>>>): Promise<void>;
}): Command {
  const { positionals = {}, options = {}, ...rest } = command;
  return { ...rest, positionals, options };
}

/** The values of a command's arguments by name. Throws when one is missing, unknown or too many. */
export function readArguments(command: Command, words: readonly string[]): Record<string, string> {
  const names = Object.keys(command.positionals);
  const options = Object.keys(command.options).map((name) => [name, { type: 'string' }] as const);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(options),
    });
    const missing = names[positionals.length];
    if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
    const extra = positionals[names.length];
    if (extra !== undefined)
      throw new UsageError(`"${extra}" is one word too many. Put quotes around a name of several words.`);
    return { ...Object.fromEntries(names.map((name, i) => [name, positionals[i]!])), ...stringsOf(values) };
  } catch (error) {
    // The rest of what Node says is advice on words that begin with a dash.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split('. ')[0]}.`);
    throw error;
  }
}

function stringsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
