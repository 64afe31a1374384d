import { DatabaseSync } from 'node:sqlite';

/** One line of the app's own book: what became of an announcement on one network. */
export type Entry = {
  readonly event: string;
  readonly key: string;
  readonly platform: string;
  readonly result: string;
};

/** The number of deliveries of an event; it was handled once. */
export type HandledEvent = { readonly id: string; readonly type: string; readonly deliveries: number };

/** The app's database, a file. Throws when it cannot be opened. */
export function openStore(file: string) {
  const db = new DatabaseSync(file);
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full; -- a commit survives a power cut
    pragma busy_timeout = 5000;
    create table if not exists handled (event_id text primary key, type text not null, deliveries integer not null);
    create table if not exists book (event_id text not null, key text not null, platform text not null, result text not null);
  `);
  const seen = db.prepare(
    'insert into handled values (?, ?, 1) on conflict do update set deliveries = deliveries + 1 returning deliveries',
  );
  const write = db.prepare('insert into book values (?, ?, ?, ?)');
  return {
    /**
     * Does the work of an event unless it was done before. The id and the work are stored by one
     * transaction: killed at any line, the program has stored both or neither.
     */
    once({ id, type }: { readonly id: string; readonly type: string }, work: () => void): 'done' | 'known' {
      db.exec('begin immediate');
      try {
        const isNew = seen.get(id, type)?.deliveries === 1;
        if (isNew) work();
        db.exec('commit');
        return isNew ? 'done' : 'known';
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    /** Part of the work of an event: only inside `once`. */
    write: ({ event, key, platform, result }: Entry): void => void write.run(event, key, platform, result),
    entries: (): Entry[] =>
      db
        .prepare('select event_id as event, key, platform, result from book order by key, platform, result')
        .all() as Entry[],
    handled: (): HandledEvent[] =>
      db.prepare('select event_id as id, type, deliveries from handled order by type, id').all() as HandledEvent[],
    close: (): void => db.close(),
  };
}

export type Store = ReturnType<typeof openStore>;
