import { readdirSync, readFileSync } from 'node:fs';

/** The code that a guide shows of a package, and the lengths of files it states. */
type Guide = {
  readonly pieces: readonly (readonly [file: string, code: string])[];
  readonly lengths: Readonly<Record<string, number>>;
};

/** Reads the code blocks that name a file, and the table of files with their lengths. */
export function readGuide(address: URL): Guide {
  const page = readFileSync(address, 'utf8');
  const rows = [...page.matchAll(/^\| (`[\w-]+\.ts`(?:, `[\w-]+\.ts`)*) \| .* \| ([\d, ]+) \|$/gm)];
  return {
    pieces: [...page.matchAll(/```ts (\S+)\n(.*?)```/gs)].map(([, file = '', code = '']) => [file, code] as const),
    lengths: Object.fromEntries(
      rows.flatMap(([, names = '', lines = '']) =>
        names.split(', ').map((name, at) => [name.slice(1, -1), Number(lines.split(', ')[at])] as const),
      ),
    ),
  };
}

/** Counts the lines of each file of a folder. */
export function lengthsOf(folder: URL): Readonly<Record<string, number>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length]),
  );
}
