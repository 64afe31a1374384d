import type { MediaFile } from '@fanfare/sdk';
import { createContext, use } from 'react';
import type { PlatformCount } from '../counts-of-fields.ts';
import type { Uploads } from './create-uploads.ts';
import type { KnownFiles } from './known-file.ts';
import type { FieldProblem } from './problems-of-fields.ts';

/** Files of the composer, and what can be done with them. `scope` says whose words get them. */
export type ComposerFiles = {
  readonly known: KnownFiles;
  readonly uploads: Pick<Uploads, 'retry' | 'stateOf' | 'subscribe'>;
  /** Uploads files as media of the post, or of an account with its own words. */
  readonly upload: (files: readonly File[], scope: string) => void;
  /** Takes files that are uploaded already. */
  readonly take: (files: readonly MediaFile[], scope: string) => void;
  /** Reason that files were not taken; null when all were. */
  readonly refusal: { readonly scope: string; readonly message: string } | null;
  /** Whether files are dragged over the page. */
  readonly isDragged: boolean;
  /** Broken rules by the id of their field. */
  readonly problems: ReadonlyMap<string, readonly FieldProblem[]>;
  /** Files that networks get in another form, by the id of their field. */
  readonly conversions: ReadonlyMap<string, readonly FieldProblem[]>;
  /** Lengths of texts by the id of their field, once for each network. */
  readonly counts: ReadonlyMap<string, readonly PlatformCount[]>;
};

export const FilesContext = createContext<ComposerFiles | null>(null);

export function useFilesOfComposer(): ComposerFiles {
  const files = use(FilesContext);
  if (files === null) throw new Error('useFilesOfComposer is used outside a composer.');
  return files;
}
