/** Pictures of the sample products: plain drawings, since a shop that doesn't exist has no photos. */

const SHAPES = {
  jacket: 'M110 70l50 20 50-20 50 40-20 60-20-10v110H110V160l-20 10-20-60zM160 90v180M118 190h30M172 190h30',
  fleece: 'M115 75q45 30 90 0l50 35-22 58-23-10v112H110V158l-23 10-22-58zM160 92v60',
  shirt: 'M120 75q40 35 80 0l55 40-25 45-25-12v122H115V148l-25 12-25-45z',
  pants: 'M110 60h100l15 210h-45l-20-130-20 130H95zM110 85h100',
  shoe: 'M70 120h70l30 50 75 25q15 5 15 30v15H70zM70 225h190M150 135l-18 12M160 152l-18 12',
  bag: 'M110 110q0-50 50-50t50 50v140q0 15-15 15h-70q-15 0-15-15zM110 150h100M130 185h60v50h-60z',
  hat: 'M85 200q0-115 75-115t75 115zM75 200h170v30H75zM160 85v-20',
  tent: 'M50 245L160 80l110 165zM160 80v165M125 245l35-75 35 75',
  bottle: 'M140 60h40v25q20 10 20 35v130q0 15-15 15h-50q-15 0-15-15V120q0-25 20-35zM120 150h80',
  gear: 'M160 85a75 75 0 1 1-.1 0zM160 125a35 35 0 1 1-.1 0z',
  sock: 'M120 60h60v110l45 45q15 20-5 40t-45 0l-55-65z',
} as const;

export type Shape = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as Shape[];

const COLORS: Record<string, string> = {
  negr: '#37474f',
  azul: '#1e6fb8',
  roj: '#c62828',
  verd: '#2e7d4f',
  gris: '#90a4ae',
  burd: '#7b1e3a',
  rosa: '#e58fb0',
  nara: '#ef7d1a',
  blan: '#f5f5f0',
  cele: '#7ec4e8',
  beig: '#d8c3a5',
  café: '#7a5230',
  amar: '#e9b824',
};

/** A drawing as WebP. */
export async function draw(shape: Shape, color: string): Promise<Buffer> {
  const fill =
    Object.entries(COLORS).find(([start]) => color.toLowerCase().startsWith(start))?.[1] ?? '#90a4ae';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><rect width="320" height="320" fill="#eef1f4"/><path d="${SHAPES[shape]}" fill="${fill}" stroke="#263238" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" fill-rule="evenodd"/></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).resize(320, 320).webp({ quality: 80 }).toBuffer();
}
