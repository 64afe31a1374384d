import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { Page } from '../../frame/page.tsx';
import { Problem } from '../../frame/problem.tsx';
import { Waiting } from '../../frame/waiting.tsx';
import { useReplace } from '../../location/use-replace.ts';
import { useCurrent } from '../../session/current.ts';
import { Composer } from './composer.tsx';
import { useComposerAccounts } from './composer-accounts.ts';
import { openComposer, type Start, startComposer } from './opening.ts';
import { Sent } from './sent.tsx';

/** Writes a post. Its key is in the address, so a reload or a second tab is the same post. */
export default function ComposePage() {
  const [params] = useSearchParams();
  const postId = params.get('post');
  const key = params.get('key');
  if (postId !== null) return <Sent postId={postId} isReplay={params.has('replayed')} />;
  if (key !== null) return <Open key={key} postKey={key} />;
  const start = {
    draftId: params.get('draft'),
    from: params.get('from'),
    at: params.get('at'),
    isChange: params.has('change'),
  };
  return <Beginning key={JSON.stringify(start)} start={start} />;
}

function Beginning({ start }: { readonly start: Start }) {
  const { project } = useCurrent();
  const replace = useReplace();
  const { data, error, refetch } = useQuery({
    queryKey: ['compose', 'start', start],
    queryFn: ({ signal }) => startComposer(project.id, start, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data !== undefined) replace(data);
  }, [data, replace]);
  return (
    <Page title="Compose">{error ? <Problem error={error} retry={() => void refetch()} /> : <Waiting rows={8} />}</Page>
  );
}

function Open({ postKey }: { readonly postKey: string }) {
  const { project } = useCurrent();
  const accounts = useComposerAccounts();
  const opened = useQuery({
    queryKey: ['compose', 'open', postKey],
    queryFn: ({ signal }) => openComposer(project.id, postKey, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const error = accounts.error ?? opened.error;
  if (accounts.data && opened.data) return <Composer postKey={postKey} opened={opened.data} accounts={accounts.data} />;
  return (
    <Page title="Compose">
      {error ? (
        <Problem error={error} retry={() => void Promise.all([accounts.refetch(), opened.refetch()])} />
      ) : (
        <Waiting rows={8} />
      )}
    </Page>
  );
}
