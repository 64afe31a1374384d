import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The standalone mock as a user starts it. */
export type StartedMock = { readonly url: string; readonly apiKey: string; stop(): Promise<void> };

/** Runs `npx @fanfare/mock` in a project that has the package installed. */
export async function startPackedMock(folder: string, ...args: string[]): Promise<StartedMock> {
  // A group of its own, for npx starts a shell, which starts the command.
  const child = spawn('npx', ['@fanfare/mock', '--port', '0', ...args], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk;
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 3) break;
  const [url, apiKey] = ['Fanfare mock on ', 'API key '].map((label, index) => lines[index]?.split(label)[1]);
  if (child.pid === undefined || !url || !apiKey)
    throw new Error(`The mock did not start: ${lines.join('\n')}${complaint}`);
  const group = -child.pid;
  return {
    url,
    apiKey,
    async stop() {
      process.kill(group, 'SIGTERM');
      await exited;
    },
  };
}
