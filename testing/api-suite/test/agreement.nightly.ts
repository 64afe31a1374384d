import { tryAgreement } from './try-agreement.ts';

tryAgreement(20_000, Date.now() % 2 ** 31);
