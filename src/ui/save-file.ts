/** CardActions a text to the browser as a file. */
export function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun once the click is over; some browsers read the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
