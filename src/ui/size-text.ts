/** 1536 → '2 kB', 2_400_000 → '2,4 MB', 10_737_000_000 → '10,7 GB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1).replace('.', ',')} GB`;
}
