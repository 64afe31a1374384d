import { use, useCallback } from 'react';
import { useLocation } from 'wouter';
import { ShownAddress } from './shown-location.tsx';

/** Replaces the address of a page unless the person has left it. */
export function useReplace(): (address: string) => void {
  const [, navigate] = useLocation();
  const shown = use(ShownAddress);
  return useCallback(
    (address) => {
      if (location.pathname + location.search === shown) navigate(address, { replace: true });
    },
    [navigate, shown],
  );
}
