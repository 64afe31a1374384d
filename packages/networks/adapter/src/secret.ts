import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** A token or key that cannot be printed by accident: only `reveal()` gives the value, every other way gives `[redacted]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
