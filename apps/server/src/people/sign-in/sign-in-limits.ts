import { type SubjectLimit, takeSubject } from '../../callers/take-subject.ts';
import type { Database } from '../../db/database.ts';
import { clientOf } from '../../http/client-of.ts';

/** Ten minutes' worth may come at once. */
const BURST_SECONDS = 600;
/** Mails to one address per client: five in ten minutes. */
const PER_ADDRESS_AND_CLIENT = { name: 'sign-in-mail', perMinute: 0.5, burstSeconds: BURST_SECONDS };
/** Mails to one address in all: twenty in ten minutes. */
const PER_ADDRESS = { name: 'sign-in-address', perMinute: 2, burstSeconds: BURST_SECONDS };
/** Attempts per client: sixty in ten minutes, because an office shares an address. */
const PER_CLIENT = { name: 'sign-in-client', perMinute: 6, burstSeconds: BURST_SECONDS };

export type SignInLimits = {
  /** Takes an attempt of a client. Returns 0, or the seconds to wait. */
  takeClient(ip: string): Promise<number>;
  /** Takes a mail to an address for a client. Returns 0, or the seconds to wait. */
  takeMail(email: string, ip: string): Promise<number>;
};

export function createSignInLimits({ db }: { readonly db: Database }): SignInLimits {
  const take = (limit: SubjectLimit, subject: string): Promise<number> => takeSubject(db, limit, subject);
  return {
    takeClient: (ip) => take(PER_CLIENT, clientOf(ip)),
    takeMail: async (email, ip) =>
      (await take(PER_ADDRESS_AND_CLIENT, `${clientOf(ip)} ${email}`)) || (await take(PER_ADDRESS, email)),
  };
}
