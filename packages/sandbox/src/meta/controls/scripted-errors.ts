import type { GraphFailure } from '../graph/graph-answer.ts';
import type { Operation } from '../graph/operations.ts';

/** A Graph error set by a test or a person: the next `times` calls of one kind answer it. */
type ScriptedError = {
  readonly operation: Operation;
  /** Null: any caller. */
  readonly username: string | null;
  /** Gets the id in the path, which some messages contain. */
  readonly failure: (node: string) => GraphFailure;
  /** True: the call is executed first and then answers the error. */
  readonly afterEffect: boolean;
  readonly times: number;
};

export type ScriptedErrors = {
  add(error: ScriptedError): void;
  take(operation: Operation, username: string, phase: 'before' | 'after_effect'): ScriptedError | null;
  clear(): void;
};

export function createScriptedErrors(): ScriptedErrors {
  let pending: { readonly error: ScriptedError; left: number }[] = [];
  return {
    add(error) {
      pending.push({ error, left: error.times });
    },
    take(operation, username, phase) {
      const found = pending.find(
        ({ error }) =>
          error.operation === operation &&
          (error.username === null || error.username === username) &&
          error.afterEffect === (phase === 'after_effect'),
      );
      if (!found) return null;
      found.left -= 1;
      pending = pending.filter(({ left }) => left > 0);
      return found.error;
    },
    clear() {
      pending = [];
    },
  };
}
