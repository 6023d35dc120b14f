/** A letter as plain text and as HTML that mail programs of any age show alike: one column, no images, no styles from outside. */

export interface Letter {
  subject: string;
  /** Paragraphs, plain text. */
  lines: readonly string[];
  /** The one thing to do. */
  action?: { label: string; url: string };
  /** A block to be copied, shown as it is. */
  code?: string;
  /** Small print under the action. */
  after?: readonly string[];
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
/** A subject or an address is one line; a line break in it would start another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Subject, text and HTML of a letter. */
export function renderMail(letter: Letter, product: string): { subject: string; text: string; html: string } {
  const { lines, action, code, after = [] } = letter;
  const subject = oneLine(letter.subject);
  const text = [
    ...lines,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [code] : []),
    ...after,
    `— ${product}`,
  ].join('\n\n');
  const paragraph = (line: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#57606a">Si el botón no funciona, copia esta dirección en tu navegador:<br><a href="${escapeHtml(action.url)}" style="color:#0f766e;word-break:break-all">${escapeHtml(action.url)}</a></p>`
    : '';
  const block = code
    ? `<pre style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f3f4f6;font-size:13px;white-space:pre-wrap;word-break:break-all">${escapeHtml(code)}</pre>`
    : '';
  const html = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f8;color:#1f2328;font-size:16px;line-height:1.5;${FONT}">
<div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 24px;font-weight:700;color:#0f766e">${escapeHtml(product)}</p>
${lines.map((line) => paragraph(line)).join('\n')}
${button}
${block}
${after.map((line) => paragraph(line, 'font-size:13px;color:#57606a')).join('\n')}
</div></body></html>
`;
  return { subject, text, html };
}
