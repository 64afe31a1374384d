import { StoreUnavailable } from '../media-store.ts';

const KEYS = 'Check MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY.';
const REGION = 'Check MEDIA_S3_ENDPOINT and MEDIA_S3_REGION.';

/** Remedies by code (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, 2026-11). */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['RequestTimeTooSkewed', 'The clock of this server and that of the store differ. Set the clock, for example by NTP.'],
  ['InvalidAccessKeyId', KEYS],
  ['SignatureDoesNotMatch', KEYS],
  ['AccessDenied', 'The key needs to read, write, list and delete objects of the bucket.'],
  ['NoSuchBucket', 'The bucket does not exist. Check MEDIA_S3_BUCKET and MEDIA_S3_STYLE.'],
  ['AuthorizationHeaderMalformed', REGION],
  ['PermanentRedirect', REGION],
  ['InvalidRegion', REGION],
]);
const FULL: ReadonlySet<string> = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);

export const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** An answer of the store that is none of those expected. It has no address, key or signature. */
export class S3Refused extends StoreUnavailable {
  readonly status: number;
  /** For example `NoSuchBucket`; empty when the answer has none, as those to HEAD. */
  readonly code: string;

  constructor({ status, code }: { readonly status: number; readonly code: string }) {
    const remedy = REMEDIES.get(code) ?? (status === 403 ? `${KEYS} The key may lack rights to the bucket.` : '');
    super(`The bucket of hosted files answers ${`${status} ${code}`.trim()}. ${remedy}`.trim(), {
      isFull: status === 507 || FULL.has(code),
    });
    this.status = status;
    this.code = code;
  }

  /** The store is busy or broken: the same request may succeed later. */
  get isPassing(): boolean {
    return isPassing(this.status);
  }
}

/** The store gave no answer. */
export const unreachable = (cause: Error): StoreUnavailable =>
  new StoreUnavailable(`The bucket of hosted files cannot be reached (${codeOf(cause)}).`);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : error.name);
