import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The server, started by the `dev` command as FANFARE_SERVER. SIGUSR2 kills it as a crash does, and
 * starts it again at the same address. RESTART_PID_FILE gets the process id that takes the signal.
 */
const SERVER = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const start = () => {
  const child = fork(SERVER, { stdio: 'inherit' });
  child.on('message', (message) => process.send?.(message));
  child.on('exit', (code) => {
    if (child === server && !isRestarting) process.exit(code ?? 1);
  });
  return child;
};

let isRestarting = false;
let server = start();
process.on('SIGUSR2', () => {
  isRestarting = true;
  server.once('exit', () => {
    server = start();
    isRestarting = false;
  });
  server.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill(signal));
process.on('disconnect', () => server.kill('SIGTERM'));
writeFileSync(process.env.RESTART_PID_FILE!, String(process.pid));
