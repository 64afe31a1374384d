import { useQuery } from '@tanstack/react-query';
import { fanfare } from '../api/fanfare.ts';

/** Units of the current period, with those that are held. */
export const useUsage = () =>
  useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => fanfare.usage.get({ signal }).then((usage) => usage) });
