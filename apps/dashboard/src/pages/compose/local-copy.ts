import type { Form } from './form.ts';

/** The copy of a form that this tab keeps, so that a reload loses nothing. */
export type LocalCopy = {
  readonly form: Form;
  /** Version of the draft that it was written over; 0 before the first save. */
  readonly version: number;
  readonly isDirty: boolean;
  /** Whether it was sent and no answer came. */
  readonly isSent?: boolean;
};

const nameOf = (key: string): string => `fanfare.compose.${key}`;

export function readCopy(key: string): LocalCopy | null {
  const text = sessionStorage.getItem(nameOf(key));
  return text === null ? null : (JSON.parse(text) as LocalCopy);
}

export function writeCopy(key: string, copy: LocalCopy): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(copy));
  } catch {
    // The storage of the tab is full: the draft on the server is all there is.
  }
}

export function removeCopy(key: string): void {
  sessionStorage.removeItem(nameOf(key));
}
