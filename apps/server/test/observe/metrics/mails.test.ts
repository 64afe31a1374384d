import { expect, test } from 'vitest';
import { newAddress, useSignIn } from '../../people/sign-in/use-sign-in.ts';

const { server, mails, browser, ask } = await useSignIn({ metricsPort: 0 });

async function read(): Promise<Record<string, number>> {
  const text = await (await fetch(server.metricsUrl!)).text();
  return Object.fromEntries(
    [...text.matchAll(/^(fanfare_mail\w*(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

test('mails that fail are a gauge while they wait; attempts are counted by their outcome', async () => {
  expect(await read()).toEqual({ fanfare_mails_failing: 0 });
  const busy = newAddress();
  mails.refuse({ code: 451, message: 'greylisted' });
  await ask(browser(), busy);
  await expect.poll(read).toEqual({ fanfare_mails_failing: 1, 'fanfare_mail_attempts_total{outcome="retried"}': 1 });
  mails.refuse({ code: 550, message: 'no mailbox' });
  await ask(browser(), newAddress());
  await expect.poll(read).toMatchObject({ 'fanfare_mail_attempts_total{outcome="refused"}': 1 });
  mails.refuse(null);
  await server.db.query({ text: 'update mails set next_attempt_at = now() where recipient = $1', values: [busy] });
  await server.run('send-mails');
  await mails.mailsTo(busy);
  await expect.poll(read).toEqual({
    'fanfare_mail_attempts_total{outcome="retried"}': 1,
    'fanfare_mail_attempts_total{outcome="refused"}': 1,
    'fanfare_mail_attempts_total{outcome="sent"}': 1,
    fanfare_mails_failing: 0,
  });
});
