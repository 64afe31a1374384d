import { tryAgreement } from './try-agreement.ts';

tryAgreement(Number(process.env.AGREEMENT_RUNS ?? 2_500));
