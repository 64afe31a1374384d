import type { Session } from '@fanfare/app-contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { chooseProject, chosenPlace, loadSession, type Place } from '../api/session.ts';
import { Problem } from '../frame/problem.tsx';
import { Standalone } from '../frame/standalone.tsx';

/** Who is signed in, and the project that the pages show. */
export type Current = Place & {
  readonly session: Session;
  readonly isOwner: boolean;
  readonly choose: (projectId: string) => void;
};

const CurrentContext = createContext<Current | null>(null);
export const SESSION_KEY = ['session'];

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
    // Choosing changes what `chosenPlace` finds.
    void choices;
    const place = session && chosenPlace(session);
    if (!session || !place) return null;
    const choose = (projectId: string): void => {
      chooseProject(projectId);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      setChoices((count) => count + 1);
    };
    return { session, ...place, isOwner: place.workspace.role === 'owner', choose };
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

export function useCurrent(): Current {
  const current = use(CurrentContext);
  if (current === null) throw new Error('useCurrent is used outside SignedIn.');
  return current;
}
