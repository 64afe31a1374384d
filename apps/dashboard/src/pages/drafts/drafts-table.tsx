import type { DraftSummary } from '@fanfare/app-contract';
import { Link } from 'wouter';
import { Time } from '../../frame/time.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { makerOf } from '../../posts/draft-maker.ts';
import styles from './drafts-table.module.css';

export const titleOf = ({ preview }: DraftSummary): string => preview.trim() || 'Without text';

type Props = { readonly drafts: readonly DraftSummary[]; readonly onDelete: (draft: DraftSummary) => void };

export function DraftsTable({ drafts, onDelete }: Props) {
  return (
    <Table
      label="Drafts"
      rows={drafts}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'text',
          label: 'Draft',
          cell: (draft) => (
            <span className={styles.draft}>
              <Link
                href={`/compose?key=${encodeURIComponent(draft.idempotencyKey)}`}
                className={styles.text}
                dir="auto"
              >
                {titleOf(draft)}
              </Link>
              {draft.note !== null && (
                <span className={styles.note} dir="auto">
                  {draft.note}
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'maker',
          label: 'Made by',
          cell: ({ createdBy }) => <span className={styles.maker}>{makerOf(createdBy)}</span>,
        },
        { key: 'changed', label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
        {
          key: 'delete',
          label: '',
          cell: (draft) => (
            <Button size="small" kind="quiet" onClick={() => onDelete(draft)}>
              Delete<span className="unseen"> draft {[...draft.preview].slice(0, 40).join('')}</span>
            </Button>
          ),
        },
      ]}
    />
  );
}
