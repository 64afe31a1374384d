import { withCell, withoutCell } from '@fanfare/rules';

type Page = { readonly nextCursor: string | null };

/** The page, its cursor with the label of this cell. */
export const labelCursor = <Of extends Page>(cell: string | null, page: Of): Of => ({
  ...page,
  nextCursor: page.nextCursor === null ? null : withCell(cell, withoutCell(page.nextCursor)),
});
