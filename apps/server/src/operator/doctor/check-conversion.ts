import { isSharpInstalled } from '../../media/conversion/image-converter.ts';
import { type Finding, ok, skipped, warning } from './finding.ts';

/** Checks that images can be converted, where files are hosted. */
export function checkConversion({ hostsFiles }: { readonly hostsFiles: boolean }): Finding {
  if (!hostsFiles) return skipped('conversion', 'The installation hosts no files.');
  return isSharpInstalled()
    ? ok('conversion', 'sharp is installed: images that a network does not take are converted.')
    : warning(
        'conversion',
        'sharp is not installed: a post with an image that a network does not take is refused.',
        'Run npm install sharp@0.35.5 beside the server, and restart it.',
      );
}
