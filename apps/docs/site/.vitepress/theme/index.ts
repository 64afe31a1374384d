import '@fontsource-variable/hanken-grotesk';
import theme from 'vitepress/theme-without-fonts';
import '../../../../../packages/design-tokens/tokens.css';
import './style.css';

export default theme;
