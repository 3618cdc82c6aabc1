// Renders the start page's portraits as WebP into web/public/portraits. They depict no real people. The results are
// committed; run this again when the drawings change (`npm run build && node scripts/draw-start-pictures.mjs`).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

import { CAST } from '../build/demo/portraits/cast.data.js';
import { drawPortrait } from '../build/demo/portraits/draw-portrait.js';

const folder = fileURLToPath(new URL('../web/public/portraits', import.meta.url));
// Width and maximum size of each picture, for phones and for high-density desktops.
const sizes = [
  { width: 400, bytes: 18 * 1024 },
  { width: 800, bytes: 45 * 1024 },
];
const qualities = [86, 82, 78, 74, 70, 66, 62, 58, 54, 50];

mkdirSync(folder, { recursive: true });
for (const { seed, options } of CAST) {
  const svg = Buffer.from(drawPortrait(seed, options));
  for (const size of sizes) {
    const picture = await lightEnough(svg, size);
    writeFileSync(join(folder, `${seed}-${size.width}.webp`), picture.bytes);
    process.stdout.write(`${seed}-${size.width}.webp ${picture.bytes.length} bytes, quality ${picture.quality}\n`);
  }
}

/** Encodes the picture in the best quality that stays within the size limit. */
async function lightEnough(svg, { width, bytes: most }) {
  // Drawings are 480 px wide at 72 dpi; rendering at twice the needed density keeps thin lines clean.
  const drawn = sharp(svg, { density: Math.ceil((72 * 2 * width) / 480) }).resize(width, (width * 5) / 4);
  const pixels = await drawn.flatten({ background: '#ffffff' }).png().toBuffer();
  for (const quality of qualities) {
    const bytes = await sharp(pixels).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= most) return { bytes, quality };
  }
  throw new Error(`a portrait of ${width} pixels does not fit into ${most} bytes`);
}
