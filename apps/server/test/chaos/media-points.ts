import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import pg from 'pg';

/**
 * Points at which a process crashes in the life of a hosted file. The service has no checkpoints
 * there, so they are found by its statements and by what it does to files.
 */
export const MEDIA_POINTS = [
  'file announced',
  /** A chunk of an upload or of a copy is in the file, and nobody knows. */
  'bytes written',
  /** All bytes are on the disk, under the name of an unfinished file. */
  'bytes complete',
  'bytes named',
  /** The result of a check and its event are written, and not answered. */
  'file checked',
  /** The use is written, and the post is not recorded. */
  'file used',
  /** The bytes of a converted image are stored, and its row is not written. */
  'variant stored',
  /** The post that needs it is not recorded. */
  'variant recorded',
  /** The copy of a file that a network could not fetch; not committed. */
  'copy recorded',
  /** Committed, and the network does not know its address. */
  'copy committed',
  /** Not committed. */
  'row deleting',
  /** Committed, and the bytes are still there. */
  'row deleted',
  'bytes removed',
] as const;

export type MediaPoint = (typeof MEDIA_POINTS)[number];

type Reach = (point: MediaPoint) => Promise<void>;
type Statement = { readonly text?: string; readonly values?: readonly unknown[] };
type Query = (this: pg.Client, statement: Statement, ...rest: unknown[]) => Promise<pg.QueryResult>;

/** Calls `reach` at each point. */
export function watchMedia(reach: Reach): void {
  watchRows(reach);
  watchFiles(reach);
}

const VARIANT = /^insert into media_variants /;
const ROWS: readonly (readonly [RegExp, MediaPoint])[] = [
  [/^insert into "media"/, 'file announced'],
  [/update "media" set (?!"look_at")/, 'file checked'],
  [/insert into "?media_uses/, 'file used'],
  [VARIANT, 'variant recorded'],
];

/** The insert of a copy, which its idempotency key names. */
const isCopy = ({ text = '', values = [] }: Statement): boolean =>
  text.startsWith('insert into "media"') && values.some((value) => String(value).startsWith('copy:'));

function watchRows(reach: Reach): void {
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  const deleting = new WeakSet<pg.Client>();
  const copying = new WeakSet<pg.Client>();
  driver.query = async function (statement, ...rest) {
    const text = statement?.text ?? '';
    const isDeletion = text.startsWith('delete from "media"');
    if (isDeletion) await reach('row deleting');
    if (VARIANT.test(text)) await reach('variant stored');
    const result = await query.call(this, statement, ...rest);
    if (isDeletion) deleting.add(this);
    if (text === 'commit' && deleting.delete(this)) await reach('row deleted');
    if (text === 'commit' && copying.delete(this)) await reach('copy committed');
    if (isCopy(statement)) {
      copying.add(this);
      await reach('copy recorded');
    }
    for (const [shape, point] of ROWS) if (shape.test(text)) await reach(point);
    return result;
  };
}

/** Names of files in the store, finished or not. */
const BYTES = /^[0-9a-f]{32}(?:\.part)?$/;
const isBytes = (name: unknown): boolean => typeof name === 'string' && BYTES.test(path.basename(name));

/** Replaces functions of Node that the store imports by name. */
function watchFiles(reach: Reach): void {
  const { open, rename, rm } = fs.promises;
  Object.assign(fs.promises, {
    async open(...of: Parameters<typeof open>) {
      const file = await open(...of);
      if (isBytes(of[0])) {
        const write = file.write.bind(file) as (...all: unknown[]) => Promise<unknown>;
        const reaching = async (...all: unknown[]) => {
          const written = await write(...all);
          await reach('bytes written');
          return written;
        };
        Object.assign(file, { write: reaching });
      }
      return file;
    },
    async rename(...of: Parameters<typeof rename>) {
      if (isBytes(of[0])) await reach('bytes complete');
      await rename(...of);
      if (isBytes(of[0])) await reach('bytes named');
    },
    async rm(...of: Parameters<typeof rm>) {
      await rm(...of);
      const [name] = of;
      if (isBytes(name) && !String(name).endsWith('.part')) await reach('bytes removed');
    },
  });
  syncBuiltinESMExports();
}
