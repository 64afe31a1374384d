import type { DraftSummary } from '@fanfare/app-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { callApp } from '../../api/app-api.ts';
import { Empty } from '../../frame/empty.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Time } from '../../frame/time.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './drafts-button.module.css';

/** Drafts of the project, to go on with one or to delete it. */
export function DraftsButton({ openKey }: { readonly openKey: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ButtonLink href="/compose">New post</ButtonLink>
      <Button onClick={() => setIsOpen(true)}>Open draft</Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Drafts">
        <Drafts openKey={openKey} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function Drafts({ openKey, onClose }: { readonly openKey: string; readonly onClose: () => void }) {
  const { project } = useCurrent();
  const queries = useQueryClient();
  const params = { projectId: project.id };
  const { data, error, refetch } = useQuery({
    queryKey: ['drafts'],
    queryFn: ({ signal }) => callApp('drafts.list', { params, signal }).then(({ drafts }) => drafts),
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: (draftId: string) => callApp('drafts.delete', { params: { ...params, draftId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['drafts'] }),
  });
  const [asked, setAsked] = useState<DraftSummary | null>(null);
  const showFailure = useShowFailure();
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting rows={3} />;
  const others = data.filter(({ idempotencyKey }) => idempotencyKey !== openKey);
  if (others.length === 0) return <Empty>There are no other drafts. What you write is saved as one by itself.</Empty>;
  return (
    <>
      <ul className={styles.drafts}>
        {others.map((draft) => {
          const { id, idempotencyKey, preview, updatedAt } = draft;
          return (
            <li key={id}>
              <Link href={`/compose?key=${idempotencyKey}`} onClick={onClose} dir="auto">
                {preview.trim() || 'Without text'}
              </Link>
              <span>
                <Time at={updatedAt} />
              </span>
              <Button size="small" kind="quiet" onClick={() => setAsked(draft)}>
                Delete<span className="unseen"> draft {[...preview].slice(0, 40).join('')}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Delete this draft?"
        description="What was written in it is gone for everybody in the project."
        confirm="Delete draft"
        keep="Keep draft"
        busy={remove.isPending}
        onConfirm={() =>
          asked &&
          remove.mutate(asked.id, {
            onError: (failure) => showFailure('The draft was not deleted.', failure),
            onSettled: () => setAsked(null),
          })
        }
      >
        <p className={styles.asked} dir="auto">
          {asked?.preview.trim() || 'Without text'}
        </p>
      </ConfirmDialog>
    </>
  );
}
