import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, it } from 'vitest';

import { createId } from '../platform/ids.ts';
import { quickMember, sendFile } from '../../tests/support/chat.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { hourMs } from '../platform/clock.ts';
import { savePhoto } from './add-photo.ts';
import type { PictureOwner } from './rules.ts';
import { storageKey, storePicture } from './store-picture.ts';
import { sweepPictures } from './sweep-pictures.ts';
import { stripes } from '../../tests/support/photo-files.ts';

const test = useTestApp({ env: { DEMO: '0' } });

const listed = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of test.context.storage.list()) keys.push(key);
  return keys.map((key) => key.split('/').slice(0, 4).join('/')).toSorted();
};

it('the sweep removes files left by a crash a day later, and nothing that a row refers to', async () => {
  const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
  const picture = await sharp(stripes(40, 40)).png().toBuffer();
  const kept = await savePhoto(test.context, ada.id, picture);
  const { message } = (await sendFile(test, ada, { profile: bo.id, idempotency_key: randomUUID() }, picture)).body;
  const known = await listed();
  expect(known).toContain(storageKey({ kind: 'member', id: ada.id }, kept));
  expect(known.some((key) => key.includes(message.conversation))).toBe(true);

  const owners: PictureOwner[] = [
    { kind: 'member', id: ada.id },
    { kind: 'member', id: createId() },
    { kind: 'chat', id: message.conversation },
  ];
  for (const owner of owners) await storePicture(test.context, owner, createId(), picture);
  // The process died while writing and left a partial file.
  const half = join(test.context.config.dataDir, 'photos', storageKey(owners[1]!, createId()));
  await mkdir(half, { recursive: true });
  await writeFile(join(half, 'full.webp.0a1b2c.part'), 'half');
  const all = await listed();
  expect(new Set(all).size).toBe(new Set(known).size + 4);

  test.clock.move(23 * hourMs);
  await sweepPictures(test.context);
  expect(await listed()).toEqual(all);
  test.clock.move(2 * hourMs);
  await sweepPictures(test.context);
  expect(await listed()).toEqual(known);
});
