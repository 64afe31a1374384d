import { createContext, type ReactNode, useCallback, useDeferredValue } from 'react';
import { Router } from 'wouter';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { BASE_PATH } from '../api/base-path.ts';

/** The address of the page that is shown, as the browser writes it: path and query. */
export const ShownAddress = createContext('');

/**
 * Gives the pages the location that is shown. The last page stays until the code of the next one
 * is there. Meanwhile the browser has the address of the next one: the last must not read it.
 */
export function ShownLocation({ children }: { readonly children: ReactNode }) {
  const address = useDeferredValue(usePathname() + useSearch());
  const [path = ''] = address.split('?');
  const search = address.slice(path.length);
  return (
    <ShownAddress value={address}>
      <Router
        base={BASE_PATH}
        hook={useCallback(() => [path, navigate], [path])}
        searchHook={useCallback(() => search, [search])}
      >
        {children}
      </Router>
    </ShownAddress>
  );
}
