/** Adds a style sheet. A constructed one needs no style-src exception in the site's Content-Security-Policy. */
export function addSheet(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}
