import { LIMITS } from '@fanfare/contract';
import type { Plan } from './plans.ts';
import { type Refusal, type Refused, refuse } from './refusal.ts';

/** Hosted files of a project. */
export type Stored = { readonly bytes: number; readonly files: number; readonly openUploads: number };

/** Refusals of calls about hosted files; for the service and the mock. */
export const MEDIA_REFUSALS = {
  incomplete: (received: number, bytes: number): Refused =>
    refuse({
      code: 'upload_incomplete',
      message: `${received} of ${bytes} bytes are here. Send the rest to uploadUrl, then complete the file again.`,
    }),
  inUse: (): Refused =>
    refuse({
      code: 'media_in_use',
      message:
        'A post that has not settled, or a draft, uses this file. Cancel the post, or wait until it has settled.',
    }),
  /** `why` is a sentence without secrets of the address. */
  unreachable: (why: string): Refused =>
    refuse({ code: 'media_unreachable', message: why, details: [{ path: 'url', message: why }] }),
} as const;

/** Refuses a file that exceeds the plan of its project; null when it fits. */
export function refuseStorage(plan: Plan, stored: Stored, bytes: number): Refusal | null {
  const { hostedBytes, hostedFiles } = plan;
  if (hostedBytes !== null && stored.bytes + bytes > hostedBytes)
    return exceeded(`The plan "${plan.name}" keeps ${hostedBytes} bytes of hosted files; ${stored.bytes} are used.`);
  if (hostedFiles !== null && stored.files >= hostedFiles)
    return exceeded(`The plan "${plan.name}" keeps ${hostedFiles} hosted files, and the project has as many.`);
  const { value: most } = LIMITS.openUploadsPerProject;
  if (stored.openUploads < most) return null;
  return exceeded(`${most} files of the project wait for their bytes. Finish or delete some of them.`);
}

const exceeded = (message: string): Refusal => ({ code: 'storage_exceeded', message });
