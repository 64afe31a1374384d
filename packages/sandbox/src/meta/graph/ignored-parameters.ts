import type { SandboxClock } from '../../simulator.ts';
import type { Parameters } from './parameters.ts';

/** An unknown parameter. Graph drops those silently; the sandbox remembers them for tests. */
type IgnoredParameter = {
  readonly at: string;
  readonly username: string;
  readonly name: string;
  readonly value: string;
};

export type IgnoredParameters = {
  note(username: string, parameters: Parameters, known: readonly string[]): void;
  list(username: string | null): readonly IgnoredParameter[];
  clear(): void;
};

export function createIgnoredParameters(deps: { readonly clock: SandboxClock }): IgnoredParameters {
  let noted: IgnoredParameter[] = [];
  return {
    note(username, parameters, known) {
      const at = new Date(deps.clock.now()).toISOString();
      for (const [name, value] of parameters) {
        if (name !== 'access_token' && !known.includes(name)) noted.push({ at, username, name, value });
      }
    },
    list: (username) => noted.filter((entry) => username === null || entry.username === username),
    clear() {
      noted = [];
    },
  };
}
