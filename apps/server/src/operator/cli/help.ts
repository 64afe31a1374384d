import type { Command } from './command.ts';

export function helpOf(command: Command): string {
  const positionals = Object.entries(command.positionals).map(([name, text]) => [`<${name}>`, text] as const);
  const rest = command.rest ? [[`[${command.rest.name}…]`, command.rest.text] as const] : [];
  const options = [
    ...Object.entries(command.options).map(([name, text]) => [`--${name} <${name}>`, text] as const),
    ...Object.entries(command.flags).map(([name, text]) => [`--${name}`, text] as const),
  ];
  const rows = [...positionals, ...rest, ...options];
  return [
    `Usage: fanfare ${usageOf(command)}${options.map(([usage]) => ` [${usage}]`).join('')}`,
    '',
    command.description,
    ...(rows.length === 0 ? [] : ['', columns(rows)]),
    ...(command.example === undefined ? [] : ['', 'Example:', `  ${command.example}`]),
  ].join('\n');
}

/** Returns the overview of all commands, or of one group. */
export function helpOfAll(commands: readonly Command[]): string {
  return [
    'Usage: fanfare <command>',
    '',
    columns(commands.map((command) => [usageOf(command), command.description])),
    '',
    'Uses the database of DATABASE_URL or, without it, of the development service that runs from this folder.',
    'Writes results to standard output and everything else to standard error. "fanfare <command> --help" shows more, "fanfare --version" the version.',
  ].join('\n');
}

function usageOf(command: Command): string {
  const rest = command.rest ? [`[${command.rest.name}…]`] : [];
  return [command.name, ...Object.keys(command.positionals).map((name) => `<${name}>`), ...rest].join(' ');
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
