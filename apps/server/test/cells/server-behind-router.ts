import { freePort } from '../../src/process/free-port.ts';
import { startNginx } from './use-nginx.ts';

type OtherCell = { readonly label: string; readonly address: string; readonly secret: string };

/**
 * Runs the server as the cell `eu1` behind nginx, in the place of a server alone: its public port
 * is that of the router, which knows another cell as well.
 */
export async function serveBehindRouter({ label, address, secret }: OtherCell): Promise<void> {
  const port = await freePort(0);
  const own = `127.0.0.1:${port}`;
  const router = await startNginx(
    {
      cells: [
        { label: 'eu1', servers: [own] },
        { label, servers: [new URL(address).host] },
      ],
      // The project of the development service is older than its cell.
      defaultCell: 'eu1',
      moved: [],
    },
    Number(process.env.PORT),
  );
  process.once('exit', () => router.kill());
  Object.assign(process.env, {
    PORT: String(port),
    CELL: 'eu1',
    CELL_PEERS: `eu1=http://${own},${label}=${address}`,
    CELL_SECRET: secret,
    TRUST_PROXY: '1',
  });
  await import('../../src/main.ts');
}
