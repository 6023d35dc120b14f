/** A place of our own in somebody's page: a shadow root, so that neither the site's styles nor ours leak. */

/** @returns where to draw; null: it stands there already, whatever the number of script tags */
export function mount(id: string, css: string): Element | null {
  if (document.getElementById(id)) return null;
  const host = document.createElement('div');
  host.id = id;
  const root = host.attachShadow({ mode: 'open' });
  // A constructed sheet needs no style-src exception in the site's Content-Security-Policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const place = document.createElement('div');
  root.append(place);
  document.body.append(host);
  return place;
}
