import { createRequire } from 'node:module';

import sharp from 'sharp';

import { sharePictureSize } from '../../contract/share/share-picture.ts';
import { escapeHtml } from '../platform/text/escape-html.ts';

const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf');

const { width, height } = sharePictureSize;
/** Position of the text: right of the tealight, or left of a lander's drawing. */
const besideLight = { left: 470, width: 640, nameAt: 122, nameHeight: 64, sentenceAt: 218, sentenceHeight: 260 };
const besideScene = { left: 64, width: 390, nameAt: 92, nameHeight: 46, sentenceAt: 176, sentenceHeight: 340 };

const evening = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs>
    <radialGradient id="light"><stop offset="0" stop-color="#FFB66E" stop-opacity=".55"/>
      <stop offset=".4" stop-color="#FFB66E" stop-opacity=".2"/><stop offset="1" stop-color="#FFB66E" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="#0B1B1C"/>
  <rect y="500" width="${width}" height="130" fill="#0B3B3A" opacity=".55"/>
  <circle cx="245" cy="290" r="420" fill="url(#light)"/>
  <g transform="translate(102 160) scale(11)">
    <path d="M13 1.5c4.4 5 5.8 9 2.6 12a3.7 3.7 0 0 1-5.2 0c-3.2-3-1.8-7 2.6-12Z" fill="#F5A04A"/>
    <path d="M13 7.2c2 2.5 2.5 4.3 1.2 5.6a1.7 1.7 0 0 1-2.4 0c-1.3-1.3-.8-3.1 1.2-5.6Z" fill="#FFE9C9"/>
    <path d="M2.5 15.5h21l-2.2 10.3a4 4 0 0 1-3.9 3.2H8.6a4 4 0 0 1-3.9-3.2Z" fill="#63C9BB"/>
    <path d="M4.3 18.5h17.4l-.5 2.4H4.8Z" fill="#fff" opacity=".38"/>
  </g>
</svg>`;

/**
 * Draws a PNG with the site's name and a sentence, on a tealight or on `scene`, whose left third is free for the text.
 */
export async function drawSharePicture(name: string, words: string, scene?: string): Promise<Buffer> {
  const place = scene === undefined ? besideLight : besideScene;
  const [title, sentence] = await Promise.all([
    write(name, { color: '#FFE9C9', width: place.width, height: place.nameHeight }),
    write(words, { color: '#F5F6F1', width: place.width, height: place.sentenceHeight }),
  ]);
  return sharp(Buffer.from(scene ?? evening))
    .composite([
      { input: title, left: place.left, top: place.nameAt },
      { input: sentence, left: place.left, top: place.sentenceAt },
    ])
    .png({ palette: true })
    .toBuffer();
}

async function write(words: string, space: { color: string; width: number; height: number }): Promise<Buffer> {
  return sharp({
    text: {
      text: `<span foreground="${space.color}">${escapeHtml(words)}</span>`,
      font: 'Manrope',
      fontfile: fontFile,
      width: space.width,
      height: space.height,
      rgba: true,
    },
  })
    .png()
    .toBuffer();
}
