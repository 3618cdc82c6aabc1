import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import sharp from 'sharp';
import type { Plugin } from 'vite';

import { niches } from '../contract/settings/niches.ts';
import { iconPath, signPath } from '../web/installed-app/icon-path.ts';
import { nicheColors } from '../web/ui/niche-colors.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../web/${path}`, import.meta.url)), 'utf8');

/** The background and the cup of `icon.svg`; other niches replace these colors. */
const drawn = { ground: '#0B3B3A', cup: '#63C9BB' };

/** Draws the icons for browser tabs, the installed app, and paths that browsers request on their own. */
export function drawnIcons(): Plugin {
  return {
    name: 'tealight-icons',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const sign = read('public/icon.svg');
      const emit = (fileName: string, source: Buffer | string): string =>
        this.emitFile({ type: 'asset', fileName, source });
      for (const niche of Object.values(niches)) {
        const own = niche === 'default' ? sign : recolor(sign, niche);
        if (niche !== 'default') emit(signPath(niche), own);
        emit(iconPath(niche, 180), await draw(removeRounding(own), 180));
        for (const size of [192, 512]) {
          emit(iconPath(niche, size), await draw(own, size));
          emit(iconPath(niche, size, 'maskable'), await draw(removeRounding(own), size));
        }
      }
      emit('favicon.ico', buildIco(await draw(sign, 32), 32));
    },
  };
}

function recolor(sign: string, niche: (typeof niches)[keyof typeof niches]): string {
  const colors = nicheColors(read('ui/tokens.css'), read('ui/niches.css'), niche);
  return sign.replace(drawn.ground, colors('primary-press')[0]).replace(drawn.cup, colors('primary')[1]);
}

/** Extends the background up to the edges, for systems that crop icons. The flame lies within the uncropped circle. */
function removeRounding(sign: string): string {
  return sign.replace(' rx="112"', '');
}

function draw(svg: string, size: number): Promise<Buffer> {
  const options = { palette: true, compressionLevel: 9, effort: 10 };
  return sharp(Buffer.from(svg), { density: 144 }).resize(size, size).png(options).toBuffer();
}

function buildIco(png: Buffer, size: number): Buffer {
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
