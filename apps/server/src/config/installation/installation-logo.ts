import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { APP_LIMITS } from '@fanfare/app-contract';
import { isErrorCode } from '../../process/is-error-code.ts';
import { type LogoType, logoType } from '../logo-type.ts';

export type InstallationLogo = {
  readonly contentType: LogoType | 'image/svg+xml';
  readonly bytes: Buffer;
  readonly version: string;
};

const KIB = APP_LIMITS.logoBytes / 1024;

/** Reads a logo. Its type comes from its bytes. Returns a sentence for an unusable file. */
export function readInstallationLogo(file: string): { value: InstallationLogo } | { problem: string } {
  const bytes = readSmallFile(file);
  if ('problem' in bytes) return bytes;
  const contentType = logoType(bytes.value) ?? (isSvg(bytes.value) ? 'image/svg+xml' : null);
  if (contentType === null) return { problem: 'Must be a PNG, JPEG, WebP or SVG file; its content is none of them.' };
  const version = createHash('sha256').update(bytes.value).digest('hex').slice(0, 16);
  return { value: { contentType, bytes: bytes.value, version } };
}

function readSmallFile(file: string): { value: Buffer } | { problem: string } {
  try {
    const about = statSync(file);
    if (!about.isFile()) return { problem: 'Must be the path of a file; there is something else.' };
    if (about.size === 0 || about.size > APP_LIMITS.logoBytes)
      return { problem: `The file must have 1 byte to ${KIB} KiB, not ${(about.size / 1024).toFixed(1)} KiB.` };
    return { value: readFileSync(file) };
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR'))
      return {
        problem: 'There is no file at this path. A relative path begins in the folder in which the server starts.',
      };
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { problem: `The file cannot be read (${code}).` };
  }
}

/** Whether the first element is `svg`. Nothing is cleaned: it is served so that no script runs. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes.toString('utf8').replace(/^\ufeff/, '');
  const prolog =
    /^(?:\s+|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[^\]]*\]\s*)?>)*/i.exec(start)?.[0] ?? '';
  return /^<svg[\s>/]/.test(start.slice(prolog.length)) && start.includes('http://www.w3.org/2000/svg');
}
