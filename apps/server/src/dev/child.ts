import { type ChildProcess, fork } from 'node:child_process';

export type Child = { readonly ready: Promise<void>; readonly exited: Promise<number | null>; stop(): Promise<void> };

const STOP_TIMEOUT_MS = 45_000;

/** Starts one of our processes. It tells by message when it is ready, and ends by itself when this process is gone. */
export function startChild(script: URL, env: Record<string, string>, onOutput: (line: string) => void): Child {
  // A group of its own: Ctrl-C reaches this process alone, which then stops its children in order.
  const child = fork(script, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true });
  let output = '';
  const take = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-8_000);
    onOutput(chunk.toString());
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: { type?: string }) => {
      if (message.type === 'ready') resolve();
    });
    void exited.then((code) =>
      reject(new Error(`${script.pathname} ended with code ${code} before it was ready:\n${output}`)),
    );
  });
  return { ready, exited, stop: () => stopChild(child, exited) };
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
