import '@fontsource-variable/hanken-grotesk';
import { type EnhanceAppContext, useRoute } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { defineComponent, h, nextTick, onMounted, watch } from 'vue';
import '../../../../../packages/design-tokens/tokens.css';
import { boostPage } from './boost-page.ts';
import { HomeExample } from './home-example.ts';
import { PageBar } from './page-bar.ts';
import './style.css';
import './content.css';

const Layout = defineComponent(
  () => () => h(theme.Layout, null, { 'doc-before': () => h(PageBar), 'home-hero-image': () => h(HomeExample) }),
);

export default {
  extends: theme,
  Layout,
  /** A function in the settings would be evaluated in the browser, which the policy forbids. */
  enhanceApp({ siteData }: EnhanceAppContext) {
    const { themeConfig } = siteData.value;
    const { options } = themeConfig.search;
    const miniSearch = { searchOptions: { boostDocument: boostPage } };
    siteData.value = {
      ...siteData.value,
      themeConfig: { ...themeConfig, search: { ...themeConfig.search, options: { ...options, miniSearch } } },
    };
  },
  setup() {
    const route = useRoute();
    onMounted(() =>
      watch(
        () => route.path,
        () => void nextTick(markMain),
        { immediate: true },
      ),
    );
  },
};

/** The front page and the one for unknown addresses have no main part in VitePress's theme. */
function markMain(): void {
  const content = document.querySelector('#VPContent');
  if (content === null) return;
  if (document.querySelector('main') === null) content.setAttribute('role', 'main');
  else content.removeAttribute('role');
}
