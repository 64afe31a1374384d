import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApp } from '../../api/app-api.ts';
import { useCurrent } from '../../session/current.ts';

/** Units by day and by account of a month, `2026-11`; of the current one without it. */
export function useUsageDays(month: string | undefined) {
  const projectId = useCurrent().project.id;
  return useQuery({
    queryKey: ['usage', 'days', month ?? 'now'],
    queryFn: ({ signal }) =>
      callApp('usageDays.get', { params: { projectId }, query: month === undefined ? {} : { month }, signal }),
    // The last month stays while the next one is read.
    placeholderData: keepPreviousData,
  });
}
