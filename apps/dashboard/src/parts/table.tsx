import type { ReactNode } from 'react';
import styles from './table.module.css';

export type Column<Row> = {
  readonly key: string;
  /** Empty for a column of buttons. */
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** `end` for numbers. */
  readonly align?: 'end';
};

type Props<Row> = {
  /** For screen readers: what the rows are. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
};

/** Rows of the same kind, named by their first column. On a phone each row is a block. */
export function Table<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  return (
    // The roles stay when a phone shows the table as blocks.
    <table className={styles.table} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, align }) => (
            <th key={key} scope="col" role="columnheader" data-align={align}>
              {label || <span className="unseen">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ key, label, cell, align }) => (
              <td key={key} role="cell" data-align={align} data-label={label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
