import type { Consent } from '../implementation.ts';

/**
 * Makes the decision of a user on the page that stands for a network in the mock; null on any other
 * page.
 */
export function decideAtMock(consent: Consent) {
  return async (url: URL): Promise<{ method: 'POST'; url: URL; form: URLSearchParams } | null> => {
    if (!url.pathname.startsWith('/mock-networks/')) return null;
    const form = new URLSearchParams({ outcome: consent.outcome });
    if (consent.outcome !== 'deny') form.set('username', consent.username);
    if (consent.outcome === 'approve') {
      form.set('pages', (consent.pages ?? []).join(','));
      for (const permission of consent.without ?? []) form.append('without', permission);
    }
    return { method: 'POST', url, form };
  };
}
