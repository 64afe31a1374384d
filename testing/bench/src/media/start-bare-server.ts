import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../apps/server/src/process/free-port.ts';
import { startProgram } from '../installation/server-process.ts';
import { largeVideo } from './large-video.ts';
import { sendBytes } from './send-bytes.ts';

const SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** The bare server, with a folder on the disk that Fanfare uses as well. */
export async function startBareServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-bare-'));
  const port = await freePort(0);
  const server = await startProgram(SERVER, port, { FOLDER: folder, PORT: String(port), NODE_ENV: 'production' });
  return {
    ...server,
    async put(name: string, bytes: number): Promise<void> {
      const agent = new Agent();
      await sendBytes(`${server.url}/${name}`, {
        ...{ method: 'PUT', bytes, headers: { 'Content-Type': 'video/mp4' }, chunks: largeVideo(bytes), agent },
      });
      agent.destroy();
    },
    async remove(name: string): Promise<void> {
      await fetch(`${server.url}/${name}`, { method: 'DELETE' });
    },
    async stop(): Promise<void> {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
