import { useQuery } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { useCurrent } from '../../session/current.ts';

/** Since when each account has its status, by its id. */
export function useAccountStates() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['accounts', 'states'],
    queryFn: ({ signal }) =>
      callApp('accountFacts.list', { params: { projectId }, signal }).then(
        ({ accounts }) => new Map(accounts.map((state) => [state.accountId, state])),
      ),
  });
}
