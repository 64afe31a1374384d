import { Fanfare, UnauthorizedError } from '@fanfare/sdk';
import { checkAddress } from '../address/check-address.ts';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readAddress } from '../profiles/find-connection.ts';
import { profileFile, readProfiles, requireName, writeProfiles } from '../profiles/profile-file.ts';
import { readIdentity } from './identity.ts';
import { openPage } from './open-page.ts';
import { ask, readKeyFromStdin } from './read-key.ts';

type Given = {
  readonly address?: string | undefined;
  readonly keyStdin?: true | undefined;
  readonly browser?: true | undefined;
};

/** Stores a key that works. */
export async function runLogin(context: Context, given: Given): Promise<ExitCode> {
  const { output, options, process, signal } = context;
  const stored = readProfiles(process);
  const name = requireName(options.profile ?? stored.current ?? 'default');
  if (!given.keyStdin && !context.isInteractive)
    throw new CliError('Nobody can be asked here. Pipe the key: fanfare-cli login ADDRESS --key-stdin < key.txt');
  const baseUrl = await findAddress(context, given.address, stored.profiles[name]?.baseUrl);
  await checkAddress({ baseUrl, from: baseUrl }, signal);
  if (baseUrl.startsWith('http:') && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(baseUrl).hostname))
    output.note('Warning: this address has no HTTPS. Everybody on the way can read the key.');
  const apiKey = (given.keyStdin ? await readKeyFromStdin(context) : await askForKey(context, baseUrl, given)).trim();
  if (!/^[\x21-\x7e]{8,500}$/.test(apiKey)) throw new CliError('That is no API key: one begins with fanfare_sk_.');
  const identity = await readIdentity(new Fanfare({ baseUrl, apiKey }), signal).catch((error: unknown) => {
    if (!(error instanceof UnauthorizedError)) throw error;
    throw new CliError(`${baseUrl} does not know this key. Nothing is stored.`, EXIT.auth);
  });
  writeProfiles(process, { current: name, profiles: { ...stored.profiles, [name]: { baseUrl, apiKey } } });
  output.data(
    { profile: name, baseUrl, ...identity },
    () =>
      `Logged in to ${baseUrl} as profile ${name} (scope ${identity.scope ?? 'not said'}, ${identity.accounts} accounts).\n`,
  );
  output.note(`The key is in ${profileFile(process)}, which only you can read.`);
  if (process.env.FANFARE_API_KEY)
    output.note('FANFARE_API_KEY is set and is used before a profile. Unset it, or name the profile with --profile.');
  return EXIT.done;
}

async function findAddress(context: Context, given: string | undefined, last: string | undefined): Promise<string> {
  const known = given ?? (context.process.env.FANFARE_BASE_URL || last);
  if (known !== undefined) return readAddress(known, given === undefined ? 'FANFARE_BASE_URL' : 'The address');
  if (!context.isInteractive) throw new CliError('Say which Fanfare: fanfare-cli login https://fanfare.example.com');
  return readAddress(await ask(context, 'Address of your Fanfare: '), 'The address');
}

async function askForKey(context: Context, baseUrl: string, { browser }: Given): Promise<string> {
  const page = `${baseUrl}/settings/keys`;
  const isOpen = browser ? await openPage(context, page) : false;
  context.output.note(isOpen ? `Make a key on the page that opens: ${page}` : `Make a key at ${page}`);
  return ask(context, 'API key (not shown): ', { hidden: true });
}
