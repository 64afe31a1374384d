import { createMock, type Mock, type NetworkAccounts, type ScenarioName } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { setupServer } from 'msw/node';
import { afterEach, expect } from 'vitest';
import { App } from '../src/app.tsx';
import { createClient } from '../src/create-client.ts';
import { asBackEnd } from '../src/mock/as-back-end.ts';

// Without the whole page: the message says what was looked for.
configure({ asyncUtilTimeout: 120_000, getElementError: (message) => new Error(message ?? undefined) });

const ended: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of ended.splice(0)) end();
});

/**
 * The whole app in a page of jsdom, with its back end answered by msw. Waits until it has loaded.
 */
export async function openApp(
  scenario: ScenarioName,
  prepare: (mock: Mock, accounts: NetworkAccounts) => void = () => undefined,
) {
  const mock = createMock({
    baseUrl: `${window.location.origin}/api/fanfare`,
    now: new Date().toISOString(),
    clock: 'running',
  });
  prepare(mock, mock.scenario(scenario));
  const server = setupServer(...mswHandlers(asBackEnd(mock)));
  server.listen({ onUnhandledFrame: 'error' });
  ended.push(() => server.close());
  const openPage = (authUrl: string): void => {
    window.history.pushState(null, '', mock.connect.approve(authUrl));
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  render(<App fanfare={createClient(window.location.origin)} openPage={openPage} />);
  const user = userEvent.setup();

  return {
    mock,
    user,
    /**
     * Writes a post for the named accounts alone, such as `X, ada`; for all of them when none are
     * named.
     */
    async write(text: string, ...only: string[]): Promise<void> {
      const content = await screen.findByLabelText('Text');
      if (only.length > 0) {
        for (const box of screen.getAllByRole('checkbox')) {
          if (!only.includes(box.getAttribute('aria-label') ?? '')) await user.click(box);
        }
      }
      await user.clear(content);
      await user.click(content);
      await user.paste(text);
    },
    /**
     * Presses the button once the post as it stands is valid: what an earlier draft got stays on
     * the page until then.
     */
    async publish(): Promise<void> {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: /^(Publish|Schedule) to/ });
      await waitFor(() => expect(button.disabled).toBe(false));
      await user.click(button);
    },
  };
}

/** The text in the row of a network, in the newest post. */
export function rowsOf(article: HTMLElement): string[] {
  return [...article.querySelectorAll('li')].map((row) =>
    [...row.querySelectorAll('.who, .outcome, .why')].map((part) => part.textContent).join(' | '),
  );
}
