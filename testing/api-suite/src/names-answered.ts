/**
 * `NODE_OPTIONS` for a process whose system resolver gives these addresses for these names, as a
 * name server of its network might; other names as ever.
 *
 * @example
 * await startService({ NODE_OPTIONS: namesAnswered({ 'intranet.example.com': '127.0.0.1' }) });
 */
export function namesAnswered(answers: Readonly<Record<string, string>>): string {
  const program = `
    import resolver from 'node:dns/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const answers = new Map(${JSON.stringify(Object.entries(answers))});
    const { lookup } = resolver;
    resolver.lookup = async (name, options) => {
      const address = answers.get(name);
      if (address === undefined) return lookup(name, options);
      return options?.all ? [{ address, family: 4 }] : { address, family: 4 };
    };
    syncBuiltinESMExports();`;
  return `--import=data:text/javascript,${encodeURIComponent(program)}`;
}
