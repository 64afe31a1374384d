import { parseArgs } from 'node:util';

export type Command = {
  /** Words that the operator types: `projects create`. */
  readonly name: string;
  readonly description: string;
  /** Complete call, to copy. */
  readonly example?: string;
  readonly positionals: Readonly<Record<string, string>>;
  /** Words after the positionals; none when absent. */
  readonly rest?: { readonly name: string; readonly text: string };
  readonly options: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, string>>;
  run(args: Readonly<Record<string, string>>, more: More): Promise<void>;
};

export type More<Flag extends string = string> = {
  readonly rest: readonly string[];
  readonly flags: ReadonlySet<Flag>;
};

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Command with typed arguments. `positionals` are required, in this order; `rest` takes the words
 * after them. Each key is a name, each value its description.
 */
export type Definition<
  Positional extends string,
  Option extends string,
  Flag extends string,
  Given extends readonly unknown[] = [],
> = Pick<Command, 'name' | 'description' | 'example' | 'rest'> & {
  readonly positionals?: Readonly<Record<Positional, string>>;
  readonly options?: Readonly<Record<Option, string>>;
  readonly flags?: Readonly<Record<Flag, string>>;
  run(
    ...given: [
      ...Given,
      args: Readonly<Record<Positional, string> & Partial<Record<Option, string>>>,
      more: More<NoInfer<Flag>>,
    ]
  ): Promise<void>;
};

export function defineCommand<
  Positional extends string = never,
  Option extends string = never,
  Flag extends string = never,
>(definition: Definition<Positional, Option, Flag>): Command {
  const { positionals = {}, options = {}, flags = {}, ...command } = definition;
  return { ...command, positionals, options, flags };
}

/** Parses arguments. Throws UsageError when one is missing, unknown or too many. */
export function readArguments(
  command: Command,
  words: readonly string[],
): { readonly args: Record<string, string>; readonly more: More } {
  const names = Object.keys(command.positionals);
  const options = [
    ...Object.keys(command.options).map((name) => [name, { type: 'string' }] as const),
    ...Object.keys(command.flags).map((name) => [name, { type: 'boolean' }] as const),
  ];
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(options),
    });
    const missing = names[positionals.length];
    if (missing !== undefined) throw new UsageError(`<${missing}> is missing.`);
    const rest = positionals.slice(names.length);
    if (rest[0] !== undefined && !command.rest)
      throw new UsageError(`"${rest[0]}" is one word too many. Put quotes around a name of several words.`);
    return {
      args: { ...Object.fromEntries(names.map((name, i) => [name, positionals[i]!])), ...stringsOf(values) },
      more: { rest, flags: flagsOf(values) },
    };
  } catch (error) {
    // The rest of Node's message is advice about words that start with a dash.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split('. ')[0]}.`);
    throw error;
  }
}

function stringsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function flagsOf(values: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(values).filter((name) => values[name] === true));
}
