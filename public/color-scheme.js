// Sets the colour scheme before the first paint, so that a dark screen never flashes white.
// The key and the attribute are those of Mantine's local-storage colour scheme manager.
(() => {
  let wanted = null;
  try {
    wanted = window.localStorage.getItem('color-scheme');
  } catch (error) {
    console.warn('Sin almacenamiento local: se usa el tema del sistema.', error);
  }
  const dark =
    wanted === 'dark' || (wanted !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
