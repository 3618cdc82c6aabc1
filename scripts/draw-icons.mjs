// Renders web/public/icon.svg as favicon.ico and as the PNGs of the manifest and home screens. The results are committed:
// run it again when the icon changes (`node scripts/draw-icons.mjs`).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';

const folder = fileURLToPath(new URL('../web/public', import.meta.url));
const sign = readFileSync(join(folder, 'icon.svg'), 'utf8');
// Systems that crop icons need a background up to the edges. The flame lies within the circle that is never cropped.
const square = sign.replace(' rx="112"', '');

const draw = (svg, size) =>
  sharp(Buffer.from(svg), { density: 144 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer();

const pictures = {
  'icon-180.png': await draw(square, 180),
  'icon-192.png': await draw(sign, 192),
  'icon-512.png': await draw(sign, 512),
  'icon-mask-512.png': await draw(square, 512),
  'favicon.ico': icoOf(await draw(sign, 32), 32),
};
for (const [name, bytes] of Object.entries(pictures)) {
  writeFileSync(join(folder, name), bytes);
  process.stdout.write(`${name} ${bytes.length} bytes\n`);
}

/** An .ico file that contains one PNG. */
function icoOf(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
