import { tryAgreement } from './try-agreement.ts';

tryAgreement(20_000);
