import type { CreateKeyBody } from '@fanfare/app-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { fanfare } from '../../api/fanfare.ts';
import { useCurrent } from '../../session/current.ts';

const KEYS = ['keys'];

export function useKeys() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => callApp('keys.list', { params: { projectId }, signal }).then(({ keys }) => keys),
  });
}

export function useCreateKey() {
  const projectId = useCurrent().project.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateKeyBody) => callApp('keys.create', { params: { projectId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS }),
  });
}

export function useRevokeKey() {
  const projectId = useCurrent().project.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => callApp('keys.revoke', { params: { projectId, keyId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEYS }),
  });
}

/** The account of the quick start: any that can publish text alone. Null without one. */
export const useExampleAccount = () =>
  useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => fanfare.accounts.list({}, { signal }).then(({ accounts }) => accounts),
    select: (accounts) => {
      const active = accounts.filter(({ status }) => status === 'active');
      return active.find(({ platform }) => platform !== 'instagram') ?? active[0] ?? null;
    },
  });
