import { useData, withBase } from 'vitepress';
import { computed, defineComponent, h, onMounted, ref, watch } from 'vue';

type Item = { readonly link?: string; readonly items?: readonly Item[] };
type Section = { readonly text: string; readonly items: readonly Item[] };

const LABELS = { ready: 'Copy page', copied: 'Copied', failed: 'Not copied' } as const;

/** Above the heading of a page: its section, and its Markdown to copy or to open. */
export const PageBar = defineComponent(() => {
  const { page, theme } = useData();
  const state = ref<keyof typeof LABELS>('ready');
  /** The clipboard is missing where the page is neither https nor on the same machine. */
  const canCopy = ref(false);
  onMounted(() => {
    canCopy.value = 'clipboard' in navigator && 'ClipboardItem' in window;
  });
  const address = computed(() => withBase(`/${page.value.relativePath}`));
  watch(address, () => {
    state.value = 'ready';
  });
  const section = computed(() => sectionOf(theme.value.sidebar, page.value.relativePath));

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': markdownAt(address.value) })]);
      state.value = 'copied';
    } catch {
      state.value = 'failed';
    }
    setTimeout(() => {
      state.value = 'ready';
    }, 2_000);
  }

  return () =>
    h('nav', { class: 'page-bar', 'aria-label': 'This page' }, [
      h('span', section.value),
      canCopy.value
        ? h('button', { type: 'button', onClick: () => void copy() }, [
            h('span', { 'aria-live': 'polite' }, LABELS[state.value]),
          ])
        : null,
      h('a', { href: address.value, target: '_self' }, 'Markdown'),
    ]);
});

async function markdownAt(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  return new Blob([await response.text()], { type: 'text/plain' });
}

function sectionOf(sections: readonly Section[], file: string): string {
  const link = `/${file.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')}`;
  const holds = (items: readonly Item[]): boolean =>
    items.some((item) => item.link === link || holds(item.items ?? []));
  return sections.find(({ items }) => holds(items))?.text ?? '';
}
