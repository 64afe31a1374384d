import { Client } from 'pg';

/** Sends one statement on a new connection. */
export async function askDatabase<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<{ readonly rows: readonly Row[]; readonly rowCount: number | null }> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return await client.query<Row>(statement, [...values]);
  } finally {
    await client.end();
  }
}
