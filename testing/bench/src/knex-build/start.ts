import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../apps/server/src/process/free-port.ts';
import type { Installation } from '../installation/installation.ts';
import { type ServerProcess, startProgram } from '../installation/server-process.ts';

const BUILD = fileURLToPath(new URL('./server.ts', import.meta.url));

export async function startKnexBuild({ databaseUrl }: Installation): Promise<ServerProcess> {
  const port = await freePort(0);
  return startProgram(BUILD, port, { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: 'production' });
}
