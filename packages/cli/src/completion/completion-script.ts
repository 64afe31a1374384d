import type { Command } from '@commander-js/extra-typings';
import { commandTree, type Node } from './command-tree.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** A script for a shell that knows every command and option. */
export function completionScript(shell: Shell, program: Command): string {
  const nodes = commandTree(program);
  return { bash, zsh, fish }[shell](nodes);
}

const optionsOf = ({ options }: Node): string[] => options.flatMap(({ long }) => (long ? [long] : []));
const wordsOf = (node: Node): string => [...node.children.map(({ name }) => name), ...optionsOf(node)].join(' ');
/** Options whose next word is a value, in the form of a pattern of the shell. */
const valueOptions = (nodes: readonly Node[]): string =>
  [...new Set(nodes.flatMap(({ options }) => options.filter(({ required }) => required).map(({ long }) => long)))].join(
    '|',
  );
const FILES = '--media|--file|--api-key-file';

const cases = (nodes: readonly Node[], indent: string): string =>
  nodes.map((node) => `${indent}"${node.words}") choices="${wordsOf(node)}" ;;`).join('\n');

/** Lines of both shells that find the command in the words before the cursor. */
const findCommand = (
  nodes: readonly Node[],
  list: string,
): string => `  local known="|${nodes.map(({ words }) => words).join('|')}|" at="" word skip="" choices=""
  for word in ${list}; do
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "$word" in
      ${valueOptions(nodes)}) skip=1 ;;
      -*) ;;
      *) [[ $known == *"|\${at:+$at }$word|"* ]] && at="\${at:+$at }$word" ;;
    esac
  done`;

const bash = (nodes: readonly Node[]): string => `# bash completion of fanfare-cli
_fanfare_cli() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
${findCommand(nodes, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  case "$before" in
    ${FILES}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$at" in
${cases(nodes, '    ')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
  [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]] && COMPREPLY=($(compgen -f -- "$current"))
  return 0
}
complete -o filenames -F _fanfare_cli fanfare-cli
`;

const zsh = (nodes: readonly Node[]): string => `#compdef fanfare-cli
# zsh completion of fanfare-cli
_fanfare_cli() {
  local current="\${words[CURRENT]}" before="\${words[CURRENT-1]}"
${findCommand(nodes, `"\${(@)words[2,CURRENT-1]}"`)}
  case "$before" in
    ${FILES}) _files; return ;;
  esac
  case "$at" in
${cases(nodes, '    ')}
  esac
  compadd -- \${=choices}
  [[ $current != -* ]] && _files
}
compdef _fanfare_cli fanfare-cli
`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const fish = (nodes: readonly Node[]): string => {
  const lines = nodes.flatMap((node) => {
    const words = node.words.split(' ').filter(Boolean);
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
    const none =
      node.children.length > 0
        ? [`not __fish_seen_subcommand_from ${node.children.map(({ name }) => name).join(' ')}`]
        : [];
    const when = (conditions: readonly string[]): string =>
      conditions.length === 0 ? '' : ` -n ${quoted(conditions.join('; and '))}`;
    return [
      ...node.children.map(
        ({ name, summary }) => `complete -c fanfare-cli -f${when([...seen, ...none])} -a ${name} -d ${quoted(summary)}`,
      ),
      ...node.options.map(
        ({ long, description, required }) =>
          `complete -c fanfare-cli${when(seen)} -l ${long?.slice(2)}${required ? (FILES.includes(long ?? '') ? ' -rF' : ' -x') : ''} -d ${quoted(description)}`,
      ),
    ];
  });
  return `# fish completion of fanfare-cli\n${[...new Set(lines)].join('\n')}\n`;
};
