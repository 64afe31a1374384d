import type { Database } from './database.ts';

export async function readTime(db: Database): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>({ text: 'select now()' });
  return rows[0]!.now;
}
