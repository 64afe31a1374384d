import type { Secret } from '@fanfare/network/secret';

/** A bucket of hosted files. */
export type S3Settings = {
  /** Without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret;
  /**
   * `path`: the bucket is the first folder of the address. `host`: it is the first part of the
   * host.
   */
  readonly style: 'path' | 'host';
  /** Files up to this size are uploaded straight to the bucket; 0 for none. */
  readonly directBytes: number;
  /** Whether the store takes `x-amz-checksum-sha256`. */
  readonly checksums: boolean;
};

type Settings = {
  readonly MEDIA_DIR?: string | undefined;
  readonly MEDIA_S3_ENDPOINT?: string | undefined;
  readonly MEDIA_S3_BUCKET?: string | undefined;
  readonly MEDIA_S3_REGION?: string | undefined;
  readonly MEDIA_S3_ACCESS_KEY_ID?: string | undefined;
  readonly MEDIA_S3_SECRET_ACCESS_KEY?: Secret | undefined;
  readonly MEDIA_S3_STYLE: 'path' | 'host';
  readonly MEDIA_S3_DIRECT_BYTES: number;
  readonly MEDIA_S3_CHECKSUMS: boolean;
};

const NEEDED = [
  'MEDIA_S3_ENDPOINT',
  'MEDIA_S3_BUCKET',
  'MEDIA_S3_REGION',
  'MEDIA_S3_ACCESS_KEY_ID',
  'MEDIA_S3_SECRET_ACCESS_KEY',
] as const;

/** Reads the bucket of hosted files; null for none. It needs five settings, and no MEDIA_DIR. */
export function readS3Settings(
  settings: Settings,
): { readonly s3: S3Settings | null } | { readonly problems: readonly string[] } {
  const missing = NEEDED.filter((name) => settings[name] === undefined);
  if (missing.length === NEEDED.length) return { s3: null };
  const problems: string[] = missing.map((name) => `${name}: not set. A bucket of hosted files needs ${listed}.`);
  if (settings.MEDIA_DIR !== undefined)
    problems.push('MEDIA_DIR: set together with MEDIA_S3_BUCKET. Hosted files have one store: set one of them.');
  if (problems.length > 0) return { problems };
  return {
    s3: {
      endpoint: settings.MEDIA_S3_ENDPOINT!,
      bucket: settings.MEDIA_S3_BUCKET!,
      region: settings.MEDIA_S3_REGION!,
      accessKeyId: settings.MEDIA_S3_ACCESS_KEY_ID!,
      secretAccessKey: settings.MEDIA_S3_SECRET_ACCESS_KEY!,
      style: settings.MEDIA_S3_STYLE,
      directBytes: settings.MEDIA_S3_DIRECT_BYTES,
      checksums: settings.MEDIA_S3_CHECKSUMS,
    },
  };
}

const listed = `${NEEDED.slice(0, -1).join(', ')} and ${NEEDED.at(-1)}`;

/** Address of an object, or of the bucket. */
export function bucketAddress({ endpoint, bucket, style }: S3Settings, object = ''): URL {
  const url = new URL(endpoint);
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`;
  const folder = url.pathname === '/' ? '' : url.pathname;
  url.pathname = style === 'host' ? `${folder}/${object}` : `${folder}/${bucket}/${object}`;
  return url;
}

/** Origin to which browsers send files directly; null when they send them to this server. */
export const uploadOriginOf = (s3: S3Settings | null): string | null =>
  s3 === null || s3.directBytes === 0 ? null : bucketAddress(s3).origin;
