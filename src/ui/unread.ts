/** How the window says how much is unread. */
/** '(3) Charla Live · Charla'. */
export function windowTitle(screen: string | null, product: string, unread: number): string {
  const name = screen && screen !== product ? `${screen} · ${product}` : product;
  return unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${name}` : name;
}
export function faviconPath(unread: number): string {
  if (unread <= 0) return '/favicon.svg';
  return `/favicon/${unread > 9 ? 'more' : unread}.svg`;
}
