import type { DraftSummary } from '@fanfare/app-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApp } from '../../api/app-api.ts';
import { Empty } from '../../frame/empty.tsx';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { useShowFailure } from '../../frame/use-show-failure.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './drafts-table.module.css';
import { DraftsTable, titleOf } from './drafts-table.tsx';

const QUERY = ['drafts'];
/** Agents draft while somebody looks. */
const LOOK_AGAIN_MS = 30_000;

/** Drafts of people and of API keys that are not published. */
export default function DraftsPage() {
  const { project } = useCurrent();
  const queries = useQueryClient();
  const params = { projectId: project.id };
  const { data, error, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => callApp('drafts.list', { params, signal }).then(({ drafts }) => drafts),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const remove = useMutation({
    mutationFn: (draftId: string) => callApp('drafts.delete', { params: { ...params, draftId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY }),
  });
  const [asked, setAsked] = useState<DraftSummary | null>(null);
  const showFailure = useShowFailure();
  return (
    <Page
      title="Drafts"
      description="Posts that nobody has published yet: your own, and those of programs whose API key writes drafts."
      actions={
        <ButtonLink kind="primary" href="/compose">
          New post
        </ButtonLink>
      }
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting rows={3} />}
      {data?.length === 0 && (
        <Empty action={<ButtonLink href="/settings/keys">API keys</ButtonLink>}>
          There is no draft. What you write under Compose is saved as one by itself, and a program with an API key whose
          scope is Draft saves its own here.
        </Empty>
      )}
      {data && data.length > 0 && <DraftsTable drafts={data} onDelete={setAsked} />}
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
          {asked && titleOf(asked)}
        </p>
      </ConfirmDialog>
    </Page>
  );
}
