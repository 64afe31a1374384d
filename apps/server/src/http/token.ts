import { withCell, withoutCell } from '@fanfare/rules';
import type { Ids } from '../process/ids.ts';
import { sha256 } from './sha256.ts';

/**
 * Makes the secret of a link, cookie or OAuth state: 43 characters, after the label of the cell.
 */
export const newToken = ({ secret, cell }: Pick<Ids, 'secret' | 'cell'>): string =>
  withCell(cell, secret(32).toString('base64url'));

/** Hash of a token, without its label: after a move the same secret belongs to another cell. */
export const hashToken = (token: string): Buffer => sha256(withoutCell(token));
