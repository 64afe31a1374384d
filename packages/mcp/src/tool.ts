import type { Fanfare } from '@fanfare/sdk';
import type { JsonSchemaType, ToolAnnotations } from '@modelcontextprotocol/server';

/** Opens local files by the path that a call names; null where the caller is on another machine. */
export type LocalFiles = {
  /** Absolute path of a file that may be read. Throws `InputError`. */
  find(path: string): Promise<string>;
};

/** Dependencies of every tool. */
export type ToolDeps = {
  readonly fanfare: Fanfare;
  readonly files: LocalFiles | null;
  readonly now: () => Date;
  /** Longest wait for a publish, in milliseconds: clients give up after a minute. */
  readonly waitMs: number;
  /** Address of the installation for people. */
  readonly publicUrl: string;
};

/** The result of a call. `summary` has our words only; text from outside stands in `data`. */
export type Outcome = {
  readonly summary: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
};

export type Tool<Input = never> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchemaType;
  readonly output: JsonSchemaType;
  readonly annotations: ToolAnnotations;
  /** Shows what a person agrees to in confirm mode; absent for tools that publish nothing. */
  readonly preview?: (deps: ToolDeps, input: Input) => Promise<Outcome>;
  readonly run: (deps: ToolDeps, input: Input) => Promise<Outcome>;
};

/** A call that must be changed: the message says how. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
