import { pathToFileURL } from 'node:url';

/** Runs an installed Indiekit on 127.0.0.1: `serve.ts <entry of @indiekit/indiekit> <configuration as JSON> <port>`. */
type Library = {
  readonly Indiekit: {
    initialize(options: { readonly config: unknown }): Promise<{
      /** Express hands `port` to `listen`, which takes an address as well. */
      server(options: { readonly port: { readonly port: number; readonly host: string } }): Promise<unknown>;
    }>;
  };
};

const [entry = '', config = '', port = ''] = process.argv.slice(2);
const { Indiekit }: Library = await import(pathToFileURL(entry).href);
const indiekit = await Indiekit.initialize({ config: JSON.parse(config) });
await indiekit.server({ port: { port: Number(port), host: '127.0.0.1' } });
