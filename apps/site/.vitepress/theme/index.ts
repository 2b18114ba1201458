/** VitePress's own theme with the colours of the reports. */
import theme from 'vitepress/theme';
import './style.css';

export default theme;
