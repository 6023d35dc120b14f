/** Mantine's CSS helpers (light-dark(), breakpoints, rem) for our own CSS modules; its palettes that nothing here paints with go. */
import mantine from 'postcss-preset-mantine';

/** Those that stay are the theme's (src/app/theme.ts); two thirds of the variables that everybody loads first are of these. */
const UNUSED = 'pink|grape|violet|indigo|blue|cyan|teal|lime|orange';
const NAMED = new RegExp(`^--mantine-color-(${UNUSED})-`);
const READ = new RegExp(`var\\(--mantine-color-(${UNUSED})-`);

/** @type {import('postcss').Plugin} */
const withoutUnusedPalettes = {
  postcssPlugin: 'without-unused-palettes',
  Once(root) {
    const defaults = /default-css-variables(\.layer)?\.css$/.test(root.source?.input.file ?? '');
    root.walkDecls((declaration) => {
      const reads = READ.test(declaration.value);
      // What the library derives from them is set by the theme.
      if (defaults && (reads || NAMED.test(declaration.prop))) declaration.remove();
      else if (reads) throw declaration.error('This palette is left out of the build (postcss.config.mjs).');
    });
  },
};

export default { plugins: [mantine(), withoutUnusedPalettes] };
