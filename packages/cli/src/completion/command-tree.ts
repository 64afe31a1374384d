import type { Command, CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** A command with its words, such as `posts retry-failed`; empty for the program. */
export type Node = {
  readonly words: string;
  readonly description: string;
  readonly children: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly Option[];
  readonly command: CommandUnknownOpts;
};

/** Every command of a program, each with the options that all have. */
export function commandTree(program: Command | CommandUnknownOpts): readonly Node[] {
  const root = program as CommandUnknownOpts;
  const help = root.createHelp();
  const visit = (command: CommandUnknownOpts, words: string): readonly Node[] => {
    const children = command.commands.map((child) => ({
      name: child.name(),
      summary: child.summary() || child.description(),
    }));
    const own = help.visibleOptions(command);
    const options =
      command === root
        ? own
        : [...own, ...help.visibleOptions(root).filter(({ long }) => !own.some((one) => one.long === long))];
    const node: Node = { words, description: command.description(), children, options, command };
    return [node, ...command.commands.flatMap((child) => visit(child, `${words} ${child.name()}`.trim()))];
  };
  return visit(root, '');
}
