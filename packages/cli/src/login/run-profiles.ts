import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readProfiles, writeProfiles } from '../profiles/profile-file.ts';

export async function listProfiles({ output, process }: Context): Promise<ExitCode> {
  const { current, profiles } = readProfiles(process);
  const shown = Object.entries(profiles).map(([name, { baseUrl }]) => ({ name, baseUrl, current: name === current }));
  output.data({ profiles: shown }, () =>
    output.table(
      ['', 'PROFILE', 'ADDRESS'],
      shown.map((one) => [one.current ? '*' : '', one.name, one.baseUrl]),
      'No profile is stored. Run: fanfare-cli login',
    ),
  );
  return EXIT.done;
}

export async function chooseProfile({ output, process }: Context, name: string): Promise<ExitCode> {
  const { profiles } = readProfiles(process);
  if (!Object.hasOwn(profiles, name))
    throw new CliError(`There is no profile "${name}". Profiles: ${Object.keys(profiles).join(', ') || 'none'}`);
  writeProfiles(process, { current: name, profiles });
  output.data({ current: name }, () => `Profile ${name} is used from now on.\n`);
  return EXIT.done;
}
