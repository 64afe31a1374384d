import { fileURLToPath } from 'node:url';
import { columns, describeFailure, findService } from '@fanfare/harness';
import { Fanfare, type MediaFile, type Target } from '@fanfare/sdk';

/** A picture that Instagram does not take: a PNG. */
const PICTURE = fileURLToPath(new URL('../../../packages/sandbox/samples/latte.png', import.meta.url));

async function main(): Promise<void> {
  // In your own app `new Fanfare()` is enough: it reads FANFARE_BASE_URL and FANFARE_API_KEY.
  const { baseUrl, apiKey } = findService(process.env);
  const fanfare = new Fanfare({ baseUrl, apiKey });
  const accounts = (await fanfare.accounts.list().toArray()).filter(({ status }) => status === 'active');
  const platforms = ['instagram', 'x'].flatMap((platform) => {
    const account = accounts.find((each) => each.platform === platform);
    return account ? [{ platform: account.platform, accountId: account.id }] : [];
  });
  if (platforms.length === 0) throw new Error('Connect an account on Instagram or X first.');

  console.log('\n1  Upload a picture\n');
  const { media } = await fanfare.media.upload(PICTURE, {
    onProgress: ({ sentBytes, totalBytes }) => console.log(`   ${sentBytes} of ${totalBytes} bytes`),
  });
  if (media.status === 'refused') throw new Error(media.error ?? 'The file was refused.');
  console.log(`   ${media.id} is ${media.status}: ${whatItIs(media)}`);
  console.log(`   ${media.url}`);

  console.log('\n2  Read which networks refuse it\n');
  for (const { platform, message, fixedBy } of media.problems) {
    console.log(`   ${platform}: ${message}`);
    if (fixedBy) console.log(`   ${platform}: the service fixes that by ${fixedBy}.`);
  }

  console.log('\n3  Publish it\n');
  const { post, warnings } = await fanfare.posts.create({
    content: `The first latte of the day, at ${new Date().toISOString()}.`,
    mediaItems: [{ type: 'image', url: media.url, altText: 'A latte with a heart in its foam' }],
    platforms,
  });
  for (const { message } of warnings) console.log(`   ${message}`);
  const settled = await fanfare.posts.waitUntilSettled(post.id, { timeoutMs: 600_000 });
  console.log(columns(settled.targets.map(toRow)));
  console.log('');
  if (settled.status !== 'published') process.exitCode = 1;
}

const whatItIs = ({ contentType, bytes, facts }: MediaFile): string =>
  `${contentType}, ${bytes} bytes, ${facts?.width} × ${facts?.height} px`;

const toRow = ({ platform, status, url, error }: Target): string[] => ['', platform, status, url ?? error ?? ''];

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exitCode = 1;
});
