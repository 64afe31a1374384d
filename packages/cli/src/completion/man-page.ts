import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandTree, type Node } from './command-tree.ts';

const EXITS = [
  ['0', 'All published, accepted for later, or done.'],
  ['1', 'A wrong call, or one that the service refuses. Nothing was published.'],
  ['2', 'Some target failed, or a part of one.'],
  ['3', 'Every target failed, or the post is cancelled.'],
  ['4', 'A target may be live: look at the account before you send it again.'],
  ['5', 'No key, a wrong one, or one with too small a scope.'],
  ['75', 'Temporary: try again later.'],
  ['130', 'Stopped with Ctrl-C. A post that was sent goes on.'],
] as const;

const ENVIRONMENT = [
  [
    'FANFARE_BASE_URL, FANFARE_API_KEY',
    'Address and key, both or neither. Used before a profile, unless --profile is given.',
  ],
  ['FANFARE_WEBHOOK_SECRET', 'Secret that listen signs with.'],
  ['XDG_CONFIG_HOME', 'Folder of fanfare/config.json, by default ~/.config. The file has mode 0600.'],
  ['NO_COLOR', 'Prints no colours.'],
  ['TZ', 'Time zone of --at and of what is shown.'],
] as const;

/** The manual of the program as roff, from its commands and options. */
export function manPage(program: Command, version: string): string {
  const [root, ...commands] = commandTree(program);
  if (!root) throw new TypeError('A program has commands.');
  return [
    `.TH FANFARE-CLI 1 "" "fanfare-cli ${version}" "Fanfare"`,
    '.SH NAME',
    'fanfare\\-cli \\- publish to social accounts through Fanfare',
    '.SH SYNOPSIS',
    '.B fanfare\\-cli',
    '.RI [ options ]',
    '.I command',
    '.SH DESCRIPTION',
    roff(root.description),
    'Data goes to stdout, messages to stderr. On a terminal data is a table, into a pipe it is JSON.',
    '.SH OPTIONS',
    ...optionsOf(root),
    '.SH COMMANDS',
    ...commands.filter(({ children }) => children.length === 0).flatMap((node) => ofCommand(node, root)),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([code, text]) => ['.TP', `.B ${code}`, roff(text)]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([names, text]) => ['.TP', `.B ${roff(names)}`, roff(text)]),
    '',
  ].join('\n');
}

const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
    .replaceAll('…', '...')
    .replaceAll('·', '-');

const optionsOf = ({ options }: Node): string[] =>
  options.flatMap(({ flags, description }) => ['.TP', `.B ${roff(flags)}`, roff(description)]);

function ofCommand(node: Node, root: Node): string[] {
  const own = node.options.filter(({ long }) => !root.options.some((one) => one.long === long));
  return [
    `.SS ${roff(`${node.words} ${usageOf(node.command)}`.trim())}`,
    roff(node.description),
    ...optionsOf({ ...node, options: own }),
  ];
}

const usageOf = (command: CommandUnknownOpts): string =>
  command.registeredArguments
    .map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    })
    .join(' ');
