import { spawn } from 'node:child_process';

/**
 * Makes a command available on this machine: as root on Debian it installs a missing one. Resolves
 * with null, or with the reason why it is not available.
 */
export async function ensureCommand(command: string, debianPackage: string): Promise<string | null> {
  if (await succeeds(command, ['--version'])) return null;
  if (process.getuid?.() !== 0) return `There is no ${command} here, and only root may install it.`;
  if (!(await succeeds('apt-get', ['--version']))) return `There is no ${command} here, and no apt-get to install it.`;
  console.log(`There is no ${command} here: installing ${debianPackage} from Debian.`);
  await succeeds('apt-get', ['update', '-q']);
  // Another process may be installing something at the same time.
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  await succeeds('apt-get', [...wait, 'install', '-q', '-y', '--no-install-recommends', debianPackage]);
  return (await succeeds(command, ['--version']))
    ? null
    : `There is no ${command} here, and apt-get could not install it.`;
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const child = spawn(command, args, { env, stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
