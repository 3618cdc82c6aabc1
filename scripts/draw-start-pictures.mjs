// Draws the portraits of the start page as WebP into web/public/portraits, which is committed: run it again when the
// drawings change (`npm run build && node scripts/draw-start-pictures.mjs`). They stand for nobody.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

import { CAST } from '../build/demo/portraits/cast.data.js';
import { drawPortrait } from '../build/demo/portraits/draw-portrait.js';

const folder = fileURLToPath(new URL('../web/public/portraits', import.meta.url));
// The width and the most that one picture may weigh: what the start page costs on a phone and on a dense desktop.
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

/** The picture in the best quality that is light enough. */
async function lightEnough(svg, { width, bytes: most }) {
  // Drawings are 480 wide at 72 dots per inch; twice the density that is needed keeps thin lines clean.
  const drawn = sharp(svg, { density: Math.ceil((72 * 2 * width) / 480) }).resize(width, (width * 5) / 4);
  const pixels = await drawn.flatten({ background: '#ffffff' }).png().toBuffer();
  for (const quality of qualities) {
    const bytes = await sharp(pixels).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= most) return { bytes, quality };
  }
  throw new Error(`a portrait of ${width} pixels does not fit into ${most} bytes`);
}
