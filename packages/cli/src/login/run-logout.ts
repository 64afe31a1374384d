import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readProfiles, writeProfiles } from '../profiles/profile-file.ts';

export async function runLogout(
  { output, options, process }: Context,
  { all }: { readonly all?: true | undefined },
): Promise<ExitCode> {
  const { current, profiles } = readProfiles(process);
  const name = options.profile ?? current;
  if (!all && (name === null || !Object.hasOwn(profiles, name)))
    throw new CliError(name === null ? 'There is no profile.' : `There is no profile "${name}".`);
  const left = Object.entries(profiles).filter(([each]) => !all && each !== name);
  const removed = Object.keys(profiles).filter((each) => all || each === name);
  writeProfiles(process, {
    current: left.some(([each]) => each === current) ? current : null,
    profiles: Object.fromEntries(left),
  });
  output.data({ removed }, () => `Removed ${removed.join(', ') || 'nothing'}.\n`);
  output.note('Keys stay valid until you revoke them in the dashboard, under Settings → API keys.');
  return EXIT.done;
}
