/** One decimal, and none that is zero: '2,4', '25'. */
const short = (figure: number): string => figure.toFixed(1).replace(/\.0$/, '').replace('.', ',');

/** 1536 → '2 kB', 2_400_000 → '2,4 MB', 25_000_000 → '25 MB', 10_737_000_000 → '10,7 GB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${short(bytes / 1_000_000)} MB`;
  return `${short(bytes / 1_000_000_000)} GB`;
}

/** Why a file is refused: of a few bytes too many both figures read the same. */
export const tooLargeText = (bytes: number, most: number): string =>
  sizeText(bytes) === sizeText(most)
    ? `Pesa un poco más de ${sizeText(most)}, que es el máximo.`
    : `Pesa ${sizeText(bytes)}; el máximo es ${sizeText(most)}.`;
