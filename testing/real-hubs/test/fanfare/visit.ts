/** An image of a post as its page shows it. */
export type ShownImage = { readonly src: string; readonly alt: string };

/** Opens an address as a visitor who is not signed in. */
export async function visit(url: string): Promise<{ readonly status: number; readonly html: string }> {
  const page = await fetch(url);
  return { status: page.status, html: await page.text() };
}

/** A file as a visitor gets it. */
export async function readFile(url: string) {
  const answer = await fetch(url);
  const { byteLength } = await answer.arrayBuffer();
  return { status: answer.status, type: answer.headers.get('content-type'), byteLength };
}

/**
 * The images in the text of a WordPress post, in order; the theme shows the first one again above
 * it.
 */
export function imagesIn(html: string): ShownImage[] {
  return [...html.matchAll(/<img\b[^>]*\bwp-image-\d+[^>]*>/g)].map(([tag]) => ({
    src: attribute(tag, 'src'),
    alt: attribute(tag, 'alt'),
  }));
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  const named = value
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return named.replace(/&#0?(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}
