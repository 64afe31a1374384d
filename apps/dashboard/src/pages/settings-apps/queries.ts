import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { useCurrent } from '../../session/current.ts';

const APPS = ['apps'];

export function useApps() {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: APPS,
    queryFn: ({ signal }) => callApp('apps.list', { params: { projectId }, signal }).then(({ apps }) => apps),
  });
}

export function useRevokeApp() {
  const projectId = useCurrent().project.id;
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (appId: string) => callApp('apps.revoke', { params: { projectId, appId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: APPS }),
  });
}
