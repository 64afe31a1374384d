import type { Session } from '@fanfare/app-contract';
import { createContext, use } from 'react';
import type { ChosenProject } from '../api/session.ts';

/** The person who is signed in, and the project that the pages show. */
export type Current = ChosenProject & {
  readonly session: Session;
  readonly isOwner: boolean;
  readonly choose: (projectId: string) => void;
};

export const CurrentContext = createContext<Current | null>(null);
export const SESSION_KEY = ['session'];

export function useCurrent(): Current {
  const current = use(CurrentContext);
  if (current === null) throw new Error('useCurrent is used outside SignedIn.');
  return current;
}
