import { pathToFileURL } from 'node:url';
import { MangoClient } from '@jkershaw/mangodb';

/**
 * Runs an installed Indiekit on 127.0.0.1: `serve.ts <entry of @indiekit/indiekit> <configuration
 * as JSON> <port> <folder of its database, or ''>`.
 */
type Library = {
  readonly Indiekit: {
    initialize(options: { readonly config: unknown }): Promise<{
      /** Express hands `port` to `listen`, which takes an address as well. */
      server(options: { readonly port: { readonly port: number; readonly host: string } }): Promise<unknown>;
    }>;
  };
};

type Reading = { readonly limit: number; readonly sort: Readonly<Record<string, 1 | -1>> };

/** A database in files with the interface of MongoDB's client, as far as Indiekit uses it. */
async function openDatabase(folder: string): Promise<object> {
  const client = new MangoClient(folder);
  await client.connect();
  const database = client.db('indiekit');
  return {
    collection(name: string) {
      const collection = database.collection(name);
      const find = collection.find.bind(collection);
      return Object.assign(collection, {
        count: () => collection.countDocuments(),
        find: (query: Readonly<Record<string, unknown>>, { limit, sort }: Reading) =>
          find(query).sort(sort).limit(limit),
      });
    },
  };
}

const [entry = '', config = '', port = '', folder = ''] = process.argv.slice(2);
const { Indiekit }: Library = await import(pathToFileURL(entry).href);
const indiekit = await Indiekit.initialize({ config: JSON.parse(config) });
// Indiekit reads this getter wherever it needs its database (packages/indiekit/index.js of
// 1.0.0-beta.29).
if (folder !== '') Object.defineProperty(indiekit, 'database', { value: await openDatabase(folder) });
await indiekit.server({ port: { port: Number(port), host: '127.0.0.1' } });
