/** QR codes, drawn by us: nothing of what they say leaves the browser. */
import qrcode from 'qrcode-generator';

/** The dark squares as one path in a square of `side`, with the quiet zone that readers want. @param text ASCII */
export function qrOf(text: string): { path: string; side: number } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) path += `M${column + 4} ${row + 4}h1v1h-1z`;
    }
  }
  return { path, side: count + 8 };
}
