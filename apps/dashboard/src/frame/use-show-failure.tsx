import { useCallback } from 'react';
import { useToast } from '../parts/toast.tsx';
import { describeError } from './problem.tsx';
import { RequestId } from './request-id.tsx';

/** Shows a message until it is closed: what failed, why, and the id of the request. */
export function useShowFailure(): (what: string, error: unknown) => void {
  const showToast = useToast();
  return useCallback(
    (what, error) => {
      const { message, requestId } = describeError(error);
      showToast(
        <>
          {what} {message}
          {requestId !== null && <RequestId id={requestId} />}
        </>,
        'bad',
      );
    },
    [showToast],
  );
}
