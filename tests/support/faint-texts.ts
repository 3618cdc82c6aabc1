import type { Page } from '@playwright/test';
import sharp from 'sharp';

interface Word {
  word: string;
  box: { x: number; y: number; width: number; height: number };
  color: [number, number, number];
  /** The minimum contrast for text of this size (WCAG 2.2, 1.4.3). */
  least: number;
}

/** Computes the relative luminance as in WCAG 2.2. */
function luminance(color: Iterable<number>): number {
  const [red = 0, green = 0, blue = 0] = [...color].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/**
 * Lists the words of the page that are too faint on a tenth or more of their background. The background is a picture
 * without any text, so that drawings, gradients and shadows count, which axe does not judge. No text may be covered.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  // A picture of the whole page shows floating parts where the window ends, over text that scrolls away from them.
  await page.evaluate(() => {
    for (const floating of document.querySelectorAll<HTMLElement>('.sticky')) floating.style.position = 'static';
  });
  const words = await page.evaluate(readWords);
  const style = '*, ::before, ::after, ::placeholder { -webkit-text-fill-color: transparent !important }';
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled', style });
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return words.flatMap(({ word, box, color, least }) => {
    const ratios: number[] = [];
    const [right, bottom] = [Math.min(info.width, box.x + box.width), Math.min(info.height, box.y + box.height)];
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y += 2)
      for (let x = Math.max(0, Math.floor(box.x)); x < right; x += 2) {
        const at = (y * info.width + x) * 3;
        ratios.push(contrast(luminance(color), luminance(data.subarray(at, at + 3))));
      }
    const faint = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 10)] ?? least;
    return faint < least ? [`${word}: ${faint.toFixed(2)}`] : [];
  });
}

// Runs in the page.
function readWords(): Word[] {
  const found: Word[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const parent = text.parentElement;
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // Texts for screen readers only, here or on narrow phones.
    const unseen = parent.closest<HTMLElement>('[class*=sr-only], .skip-link');
    if (parent.closest('option, [inert]') || (unseen && unseen.offsetWidth <= 1)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(parent);
    const brush = new OffscreenCanvas(1, 1).getContext('2d');
    if (!brush) throw new Error('there is no canvas');
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      for (const { x, y, width, height } of range.getClientRects())
        found.push({
          word,
          // The part of the line that letters without ascenders cover.
          box: { x: x + scrollX, y: y + scrollY + height * 0.2, width, height: height * 0.6 },
          color: [red, green, blue],
          least: isLarge ? 3 : 4.5,
        });
    }
  }
  return found;
}
