import { connect, type OAuthPlatform } from '@fanfare/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { BASE_PATH } from '../api/base-path.ts';
import { fanfare } from '../api/fanfare.ts';

/** The secret that this tab keeps while the person is at the network, to recognise the return. */
const STARTED = 'fanfare.connect';

type Wanted = { readonly platform: string; readonly profileId?: string };
type Started = { readonly secret: string; readonly platform: string };

/** The end of connecting. */
export type Outcome =
  | { readonly status: 'success'; readonly platform: string; readonly accountId: string }
  | { readonly status: 'error'; readonly platform: string; readonly reason: string };

/** Leaves for the network, which leads back to `page`. */
export function useConnect(page: string) {
  const start = useMutation({
    mutationFn: async ({ platform, profileId = '' }: Wanted) => {
      const started: Started = { secret: crypto.randomUUID(), platform };
      const { authUrl } = await fanfare.accounts.connect({
        // An installation may have networks that the SDK's types do not name.
        platform: platform as OAuthPlatform,
        redirectUrl: `${location.origin}${BASE_PATH}${page}?connect=${started.secret}`,
        ...(profileId !== '' && { profileId }),
      });
      sessionStorage.setItem(STARTED, JSON.stringify(started));
      location.assign(authUrl);
    },
  });
  const { reset } = start;
  useEffect(() => {
    // Back from the network by the button of the browser: the page is as it was left.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [reset]);
  return { ...start, isLeaving: start.isPending || start.isSuccess };
}

/** Reads the end of the connect flow that led here, and cleans the address. */
export function useOutcome() {
  const [outcome, setOutcome] = useState(() => readOutcome(location.href));
  const [page, navigate] = useLocation();
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('connect')) return;
    sessionStorage.removeItem(STARTED);
    navigate(page, { replace: true });
  }, [page, navigate]);
  return [outcome, setOutcome] as const;
}

/** Null unless this tab started it: anybody can send a link with an outcome in it. */
function readOutcome(address: string): Outcome | null {
  const started = JSON.parse(sessionStorage.getItem(STARTED) ?? 'null') as Started | null;
  if (started === null || new URL(address).searchParams.get('connect') !== started.secret) return null;
  const outcome = connect.parseRedirect(address);
  return outcome && { ...outcome, platform: started.platform };
}
