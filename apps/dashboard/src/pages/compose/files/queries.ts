import { useQuery } from '@tanstack/react-query';
import { fanfare } from '../../../api/fanfare.ts';

export const MEDIA_KEY = ['media'];
const MOST_SHOWN = 60;

/** The latest files of the project that posts can use. */
export const useRecentFiles = (isWanted: boolean) =>
  useQuery({
    queryKey: [...MEDIA_KEY, 'recent'],
    queryFn: ({ signal }) =>
      fanfare.media.list({ status: 'ready', limit: MOST_SHOWN }, { signal }).then(({ media }) => media),
    enabled: isWanted,
  });
