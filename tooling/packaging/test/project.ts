import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../src/run.ts';

/** A new project that has the packages installed. */
export type Project = {
  readonly folder: string;
  /** Writes a file and gives its path. */
  write(file: string, text: string): string;
  /** Reads a file of an installed package. */
  read(name: '@fanfare/sdk' | '@fanfare/mock', file: string): Buffer;
  /**
   * Runs a program in it, with nothing in its environment but what is given, and gives what it
   * printed.
   */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
};

export function projectIn(folder: string): Project {
  return {
    folder,
    write(file, text) {
      const at = path.join(folder, file);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, text);
      return at;
    },
    read: (name, file) => readFileSync(path.join(folder, 'node_modules', name, file)),
    run: (command, args, env = {}) => run(folder, command, args, env),
  };
}
