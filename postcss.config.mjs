/** Mantine's CSS helpers (light-dark(), breakpoints, rem) for our own CSS modules. */
export default {
  plugins: {
    'postcss-preset-mantine': {},
  },
};
