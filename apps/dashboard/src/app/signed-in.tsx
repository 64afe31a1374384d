import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { chooseProject, chosenProject, loadSession } from '../api/session.ts';
import { Problem } from '../frame/problem.tsx';
import { Standalone } from '../frame/standalone.tsx';
import { CurrentContext, SESSION_KEY } from '../session/current.ts';

/** Reads the session before anything else is shown. */
export function SignedIn({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const {
    data: session,
    error,
    refetch,
  } = useQuery({ queryKey: SESSION_KEY, queryFn: loadSession, staleTime: 300_000 });
  const [choices, setChoices] = useState(0);
  const current = useMemo(() => {
    // Choosing changes what `chosenProject` finds.
    void choices;
    const chosen = session && chosenProject(session);
    if (!session || !chosen) return null;
    const choose = (projectId: string): void => {
      chooseProject(projectId);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      setChoices((count) => count + 1);
    };
    return { session, ...chosen, isOwner: chosen.workspace.role === 'owner', choose };
  }, [session, choices, queries]);

  if (error)
    return (
      <Standalone title="The dashboard could not start">
        <Problem error={error} retry={() => void refetch()} />
      </Standalone>
    );
  if (!session) return waiting;
  if (!current)
    return (
      <Standalone title="You have no project">
        <p>You are signed in as {session.user.email}. Ask an owner of a workspace to invite this address.</p>
      </Standalone>
    );
  return <CurrentContext value={current}>{children}</CurrentContext>;
}
