import { readVersion } from '../../config/read-version.ts';
import { auditCommand } from './audit.ts';
import { type Command, readArguments, UsageError } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { helpOf, helpOfAll } from './help.ts';
import { keyCommands } from './keys.ts';
import { rewrapCommand } from './keys-rewrap.ts';
import { memberCommands } from './members.ts';
import { migrateCommand } from './migrate.ts';
import { moveWorkspaceCommand } from './move-workspace.ts';
import { partitionCommand } from './partition.ts';
import { listPlans } from './plans.ts';
import { projectCommands } from './projects.ts';
import { recoverCommands } from './recover.ts';
import { removeCommand } from './remove.ts';
import { routerCommands } from './router.ts';
import { say } from './say.ts';
import { createSecrets } from './secrets.ts';

const COMMANDS: readonly Command[] = [
  migrateCommand,
  partitionCommand,
  ...projectCommands,
  ...keyCommands,
  ...memberCommands,
  rewrapCommand,
  listPlans,
  ...recoverCommands,
  auditCommand,
  doctorCommand,
  removeCommand,
  createSecrets,
  ...routerCommands,
  moveWorkspaceCommand,
];

export async function runFanfare(words: readonly string[]): Promise<void> {
  if (words[0] === '--version' || words[0] === '-v') return say.result(readVersion());
  const asked = words.filter((word) => word !== '--help' && word !== '-h');
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, i) => asked[i] === word));
  if (asked.length < words.length || asked[0] === undefined) {
    const group = COMMANDS.filter(({ name }) => asked[0] === undefined || name.startsWith(`${asked[0]} `));
    say.result(command ? helpOf(command) : helpOfAll(group.length > 0 ? group : COMMANDS));
    // A call without a command shows the help, but is an error for a script.
    if (asked.length === words.length) process.exitCode = 1;
    return;
  }
  try {
    if (!command) throw new UsageError(`There is no command "${asked.slice(0, 2).join(' ')}". See: fanfare --help`);
    const { args, more } = readArguments(command, asked.slice(command.name.split(' ').length));
    await command.run(args, more);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say.error(error.message);
    if (command) say.note(`\n${helpOf(command)}`);
    process.exitCode = 1;
  }
}
