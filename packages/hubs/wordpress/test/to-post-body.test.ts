import { describe, expect, it } from 'vitest';
import { toPostBody } from '../src/to-post-body.ts';

const paragraph = (html: string) => `<!-- wp:paragraph -->\n<p>${html}</p>\n<!-- /wp:paragraph -->`;
const image = (id: number, alt: string) =>
  `<!-- wp:image {"id":${id}} -->\n<figure class="wp-block-image"><img src="https://hub.test/${id}.jpg" alt="${alt}" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->`;
const uploaded = (id: number, altText: string | null) => ({ id, url: `https://hub.test/${id}.jpg`, altText });

describe('a post on WordPress', () => {
  it('has its first line as title and the rest in paragraphs', () => {
    expect(toPostBody('  Rye is back \r\n\r\nFrom six.\nUntil noon.\n \n\nSee you!', [])).toEqual({
      title: 'Rye is back',
      content: `${paragraph('From six.<br>Until noon.')}\n\n${paragraph('See you!')}`,
    });
  });

  it('has a title and nothing else when it is one line of at most 100 characters', () => {
    expect(toPostBody('a'.repeat(100), [])).toEqual({ title: 'a'.repeat(100), content: '' });
  });

  it('keeps a longer first line in the body, and its beginning, cut at a word, is the title', () => {
    const line = `${'bread '.repeat(17)}end`;
    expect(toPostBody(`${line}\nmore`, [])).toEqual({
      title: `${'bread '.repeat(16).trim()}…`,
      content: paragraph(`${line}<br>more`),
    });
  });

  it('cuts a word of more than 100 characters, and never a character in two', () => {
    expect(toPostBody(`${'a'.repeat(98)}🥐${'b'.repeat(9)}`, []).title).toBe(`${'a'.repeat(98)}…`);
  });

  it('has no title without text', () => {
    expect(toPostBody('', [uploaded(4, null)])).toEqual({ title: '', content: image(4, '') });
  });

  it('shows nothing of a text as HTML, as a block or as a shortcode', () => {
    const text = `<b>"R&D"</b>\n<!-- /wp:paragraph --><script>'x'</script>[gallery ids="1"]`;
    expect(toPostBody(text, [])).toEqual({
      title: '&lt;b&gt;"R&amp;D"&lt;/b&gt;',
      content: paragraph(
        '&lt;!-- /wp:paragraph --&gt;&lt;script&gt;&#039;x&#039;&lt;/script&gt;&#091;gallery ids=&quot;1&quot;&#093;',
      ),
    });
  });

  it('has one image in an image block, below the text', () => {
    expect(toPostBody('Rye\nFresh', [uploaded(4, 'A "loaf"')])).toEqual({
      title: 'Rye',
      content: `${paragraph('Fresh')}\n\n${image(4, 'A &quot;loaf&quot;')}`,
    });
  });

  it('has several images in one gallery, in their order', () => {
    const { content } = toPostBody('Rye', [uploaded(5, 'One'), uploaded(4, null)]);
    expect(content).toBe(
      `<!-- wp:gallery -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${image(5, 'One')}\n\n${image(4, '')}</figure>\n<!-- /wp:gallery -->`,
    );
  });
});
