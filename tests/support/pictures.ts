import type { Locator } from '@playwright/test';

import type { Output } from '../../contract/index.ts';
import { type Person, expect, site } from './e2e.ts';
import { picture } from './walk.ts';

/** Adds photos to a member's profile through the API; returns their ids in order. */
export async function addPhotos(who: Person, count: number): Promise<string[]> {
  let photos: Output<'addPhoto'>['photos'] = [];
  for (let place = 0; place < count; place += 1) {
    const answer = await who.context.request.post(`${site()}/api/photo.php`, {
      headers: { 'x-client-type': 'web' },
      multipart: { photo: { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture(place * 70) } },
    });
    expect(answer.status()).toBe(200);
    photos = ((await answer.json()) as Output<'addPhoto'>).photos;
  }
  return photos.map(({ id }) => id);
}

export const files = async (count: number): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, place) => ({
      name: `photo-${place + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await picture(place * 50),
    })),
  );

/** Pastes a clipboard's content. True unless the page handled it. */
export const paste = (field: Locator, files: readonly { name: string; type: string }[], text = ''): Promise<boolean> =>
  field.evaluate(
    async (element, [held, words]) => {
      const data = new DataTransfer();
      for (const { name, type } of held) {
        const canvas = new OffscreenCanvas(40, 40);
        canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
        data.items.add(new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type }));
      }
      if (words !== '') data.setData('text/plain', words);
      return element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [files, text] as const,
  );
