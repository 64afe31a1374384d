import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createClient } from '../src/create-client.ts';
import { openApp, rowsOf } from './open-app.tsx';

const NO_MEDIA = ['X, ada', 'LinkedIn, ada'];

test('a post is published to the chosen accounts, and the composer is empty again', async () => {
  const { write, publish, mock } = await openApp('everything-works');
  await write('Hello', ...NO_MEDIA);
  await publish();
  const article = await screen.findByRole('article', { name: 'Hello' });
  await waitFor(() => expect(rowsOf(article)).toEqual(['X, ada | Published', 'LinkedIn, ada | Published']));
  expect(within(article).getAllByRole<HTMLAnchorElement>('link')[0]?.href).toMatch(/^https:\/\/x\.com\/ada\/status\//);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('');
  expect(mock.requests.of('posts.create')).toHaveLength(1);
});

test('while the user types, every network reports what it would refuse', async () => {
  const { write } = await openApp('everything-works');
  await write('x'.repeat(281));
  const verdict = await screen.findByText(/^The text weighs 281 on X, where 280 is the limit/);
  expect(verdict.textContent).toContain('X, ada:');
  expect(screen.getByText(/^Instagram has no posts without media/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish to 4 accounts' }).disabled).toBe(true);
});

test('an invalid image address is explained', async () => {
  const { write, user } = await openApp('everything-works');
  await write('Hello', 'X, ada');
  await user.type(screen.getByLabelText('Address of an image'), 'harbour');
  await screen.findByText('The address of the image is not one.');
});

test('posts that could not be loaded are loaded again', async () => {
  const { user } = await openApp('busy-calendar', ({ faults }) =>
    faults.add({ route: 'posts.list', code: 'unavailable' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Load the posts again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(10));
});

test('a target that failed temporarily is sent again, and only it', async () => {
  const { write, publish, user, mock } = await openApp('everything-works', ({ networks }) =>
    networks.x.failNext('network_unavailable'),
  );
  await write('Hello', ...NO_MEDIA);
  await publish();
  const again = await screen.findByRole('button', { name: 'Send again to X' });
  await user.click(again);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  expect(rowsOf(screen.getAllByRole('article')[0]!)).toEqual(['X, ada | Published']);
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
  const [, second] = mock.requests.of('posts.create');
  expect(second?.body).toMatchObject({
    platforms: [{ platform: 'x' }],
    idempotencyKey: expect.stringContaining('.again.0'),
  });
});

test('one that must change first goes back into the composer, for its account alone', async () => {
  const { write, publish, user } = await openApp('one-target-fails');
  await write('Hello', ...NO_MEDIA);
  await publish();
  await user.click(await screen.findByRole('button', { name: 'Edit and send again' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Hello');
  expect(screen.getByRole('button', { name: 'Publish to 1 account' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
});

test('a target that may be live is never offered to be sent again', async () => {
  const { write, publish } = await openApp('outcome-unknown');
  await write('Hello', ...NO_MEDIA);
  await publish();
  const article = await screen.findByRole('article', { name: 'Hello' });
  await waitFor(() =>
    expect(rowsOf(article)).toEqual([
      'X, ada | Published',
      'LinkedIn, ada | May be live | The answer of LinkedIn was lost. Look there before you post this again.',
    ]),
  );
  expect(within(article).queryAllByRole('button')).toEqual([]);
});

test('a post whose answer is lost is published once', async () => {
  const { write, publish, mock, user } = await openApp('everything-works', ({ faults }) => {
    faults.add({ route: 'posts.create', drop: 'after', times: 2 });
  });
  await write('Hello', ...NO_MEDIA);
  await publish();
  await screen.findByText(/^We did not hear back/);
  await user.click(screen.getByRole('button', { name: /^Publish to/ }));
  await screen.findByRole('article', { name: 'Hello' });
  expect(mock.requests.of('posts.create').map(({ status }) => status)).toEqual([null, null, 200]);
  expect((await createClient(window.location.origin).posts.list()).posts).toHaveLength(1);
});

test('a slow post shows each target as it settles', async () => {
  const { write, publish, mock } = await openApp('everything-works', ({ networks }) => networks.x.slowNext(60_000));
  await write('Hello', ...NO_MEDIA);
  await publish();
  const article = await screen.findByRole('article', { name: 'Hello' });
  expect(rowsOf(article)).toEqual(['X, ada | Publishing…', 'LinkedIn, ada | Published']);
  await mock.clock.advance(60_000);
  await waitFor(() => expect(rowsOf(article)[0]).toBe('X, ada | Published'));
});

test('a scheduled post waits, and can be cancelled', async () => {
  const { write, publish, user } = await openApp('everything-works');
  await write('Tomorrow', 'X, ada');
  await screen.findByText(/^Every network takes it/);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await user.type(screen.getByLabelText(/^When/), tomorrow);
  await publish();
  const article = await screen.findByRole('article', { name: 'Tomorrow' });
  expect([within(article).getByText('Scheduled'), rowsOf(article)]).toEqual([expect.anything(), ['X, ada | Waiting']]);
  await user.click(within(article).getByRole('button', { name: 'Do not publish' }));
  await within(article).findByText('Cancelled');
});

test('a past time is refused before anything is sent', async () => {
  const { write, user } = await openApp('everything-works');
  await write('Yesterday', 'X, ada');
  await user.type(screen.getByLabelText(/^When/), '2020-01-01T10:00');
  await screen.findByText('Choose a time in the future.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schedule to 1 account' }).disabled).toBe(true);
});

test('an expired account is reconnected', async () => {
  const { user } = await openApp('expired-account');
  await user.click(await screen.findByRole('button', { name: 'Reconnect Instagram' }));
  await screen.findByText('ada on Instagram is connected.');
  await screen.findByRole('checkbox', { name: 'Instagram, ada' });
  expect(window.location.search).toBe('');
});

test('one that expires during a publish is reported at its target', async () => {
  const { write, publish, user, mock } = await openApp('everything-works');
  await write('Hello', 'X, ada');
  await screen.findByText(/^Every network takes it/);
  mock.networks.x.failNext('credential_rejected');
  await publish();
  const article = await screen.findByRole('article', { name: 'Hello' });
  await user.click(await within(article).findByRole('button', { name: 'Reconnect X' }));
  await within(article).findByRole('button', { name: 'Edit and send again' });
});

test('a used-up quota is explained, and the text stays', async () => {
  const { write, publish } = await openApp('quota-reached');
  await screen.findByText(/^0 of 100 units left until/);
  await write('Hello', 'X, ada');
  await publish();
  expect((await screen.findByRole('alert')).firstChild?.textContent).toMatch(
    /^This post needs 1 of your plan’s 100 units and 0 are left until .+ Nothing was published, and your text is still here\.$/,
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Hello');
});

test('too many requests are retried after seconds', async () => {
  const { write, publish, mock } = await openApp('everything-works');
  await write('Hello', 'X, ada');
  await screen.findByText(/^Every network takes it/);
  mock.faults.add({ route: 'posts.create', code: 'rate_limited', times: 2 });
  await publish();
  expect((await screen.findByRole('alert')).firstChild?.textContent).toBe(
    'That was a lot at once. Please try again in a second; nothing is lost.',
  );
});

test('a service that is down is called again', async () => {
  const { mock, user } = await openApp('service-down');
  expect((await screen.findByRole('alert')).firstChild?.textContent).toContain('Publishing is down for a moment.');
  mock.faults.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('Text');
});

test('a full plan is reported when an account is connected', async () => {
  const { user } = await openApp('account-limit-reached', ({ accounts, seed }, { threads }) => {
    accounts.revoke(threads.id);
    seed.account({ platform: 'x', username: 'eve' });
  });
  await user.click(await screen.findByText('+ Connect'));
  await user.click(screen.getByRole('button', { name: 'Threads' }));
  expect((await screen.findByRole('alert')).firstChild?.textContent).toBe('Your plan has no room for another account.');
});

test('a long list is paged through', async () => {
  const { user } = await openApp('busy-calendar');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(10));
  await user.click(screen.getByRole('button', { name: 'Show older posts' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(20));
});
