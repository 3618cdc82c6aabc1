import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { createId } from '../platform/ids.ts';
import { quickMember, sendFile } from '../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { Failure } from '../platform/failure.ts';
import { hourMs } from '../platform/clock.ts';
import { savePhoto } from './add-photo.ts';
import { rejectAnyPhoto } from './decide-photo.ts';
import { type PictureOwner, variants } from './rules.ts';
import { removePicture, storageKey } from './picture-files.ts';
import { storePicture } from './store-picture.ts';
import { claimPicture } from './unowned-pictures.ts';
import { sweepAllPictures, sweepPictures } from './sweep-pictures.ts';
import { stripes } from '../../tests/support/photo-files.ts';

const test = useTestApp({ env: { DEMO: '0' } });

let ada: TestClient;
let bo: TestClient;
let owner: PictureOwner;
const picture = stripes(40, 40);
beforeAll(async () => {
  [ada, bo] = [await quickMember(test, { credits: 100, paid: true }), await quickMember(test)];
  owner = { kind: 'member', id: ada.id };
});
afterEach(() => vi.restoreAllMocks());
beforeEach(() => test.clock.set(new Date()));

const files = async (part = ''): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of test.context.storage.list()) if (key.includes(part)) keys.push(key);
  return keys;
};
const notes = async (): Promise<string[]> =>
  (await test.sql<{ id: string }>('select photo_id as id from unowned_pictures')).map(({ id }) => id);

const sendPicture = async (key = randomUUID()) =>
  (await sendFile(test, ada, { profile: bo.id, idempotency_key: key }, picture)).body.message;

/** Makes the process fail here, and remove nothing of what it wrote: it is dead. */
const dieAt = (what: 'put' | 'removeAll') => {
  for (const name of new Set([what, 'removeAll'] as const))
    vi.spyOn(test.context.storage, name).mockRejectedValue(new Error('dead'));
};

describe('the nightly sweep', () => {
  it.each(['a photo', 'a picture of a message'])('finds the note of %s that was never written', async (what) => {
    dieAt('put');
    if (what === 'a photo') await expect(savePhoto(test.context, ada.id, picture)).rejects.toThrow('dead');
    else await sendPicture();
    expect(await notes()).toHaveLength(1);
    vi.restoreAllMocks();
    test.clock.move(25 * hourMs);
    await sweepPictures(test.context);
    expect(await notes()).toEqual([]);
  });

  it.each(['member', 'chat'] as const)('removes the files of a %s that no row owns, a day later', async (kind) => {
    const [photoId, lost] = [createId<PhotoId>(), { kind, id: createId() } as PictureOwner];
    await storePicture(test.context, lost, photoId, picture);
    // The process also left a partial file.
    const half = join(test.context.config.dataDir, 'photos', storageKey(lost, photoId));
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'full.webp.0a1b2c.part'), 'half');
    test.clock.move(23 * hourMs);
    await sweepPictures(test.context);
    expect([await files(photoId), await notes()]).toEqual([
      expect.arrayContaining(variants.map((name) => `${storageKey(lost, photoId)}/${name}.webp`)),
      [photoId],
    ]);
    test.clock.move(2 * hourMs);
    await Promise.all([sweepPictures(test.context), sweepPictures(test.context)]);
    expect([await files(photoId), await notes()]).toEqual([[], []]);
  });

  it('keeps what a row owns, even if it was noted', async () => {
    const photoId = await savePhoto(test.context, ada.id, picture);
    const message = await sendPicture();
    expect(await notes()).toEqual([]);
    await test.sql(
      `insert into unowned_pictures values ($1, 'member', $2, $4), ((select photo_id from chat_photos where conversation_id = $3), 'chat', $3, $4)`,
      [photoId, ada.id, message.conversation, test.clock.now()],
    );
    test.clock.move(25 * hourMs);
    await sweepPictures(test.context);
    expect(await notes()).toEqual([]);
    for (const part of [photoId, message.conversation]) expect(await files(part)).toHaveLength(variants.length);
  });

  it.each(['deleted by its owner', 'taken down'])('removes a photo that was %s by a process that died', async (how) => {
    const photoId = await savePhoto(test.context, ada.id, picture);
    dieAt('removeAll');
    if (how === 'taken down')
      await test.context.database.transaction((tx) => rejectAnyPhoto(test.context, tx, { memberId: ada.id, photoId }));
    else expect((await ada.call('deletePhoto', { id: photoId })).status).toBe(200);
    vi.restoreAllMocks();
    expect([(await files(photoId)).length, await notes()]).toEqual([variants.length, [photoId]]);
    test.clock.move(25 * hourMs);
    await sweepPictures(test.context);
    expect([await files(photoId), await notes()]).toEqual([[], []]);
  });

  it('never removes files whose row is committed later: a process that was stopped for half a day is refused', async () => {
    const photoId = createId<PhotoId>();
    await storePicture(test.context, owner, photoId, picture);
    const claim = () => test.context.database.transaction((tx) => claimPicture(test.context, tx, photoId));
    test.clock.move(13 * hourMs);
    await expect(claim()).rejects.toThrow('may have been removed');
    expect(await notes()).toEqual([photoId]);
    test.clock.move(-2 * hourMs);
    await claim();
    expect(await notes()).toEqual([]);
    await removePicture(test.context, owner, photoId);
  });

  it('refuses a claim from the moment on at which it looks for the row, whatever the clock of the claimant says', async () => {
    const photoId = createId<PhotoId>();
    await storePicture(test.context, owner, photoId, picture);
    test.clock.move(25 * hourMs);
    const refused = vi.fn();
    vi.spyOn(test.context.storage, 'removeAll').mockImplementation(async () => {
      // The claimant's clock is a day behind.
      test.clock.move(-25 * hourMs);
      await test.context.database.transaction((tx) => claimPicture(test.context, tx, photoId)).catch(refused);
      test.clock.move(25 * hourMs);
    });
    await sweepPictures(test.context);
    expect(refused).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
    await removePicture(test.context, owner, photoId);
  });

  it('goes on after a picture whose files cannot be removed, and fails in the end', async () => {
    const lost = Array.from({ length: 3 }, () => createId<PhotoId>()).toSorted();
    for (const photoId of lost) await storePicture(test.context, owner, photoId, picture);
    test.clock.move(25 * hourMs);
    vi.spyOn(test.context.storage, 'removeAll').mockRejectedValueOnce(new Error('away'));
    await expect(sweepPictures(test.context)).rejects.toThrow('away');
    vi.restoreAllMocks();
    expect(await notes()).toEqual([lost[0]]);
    await sweepPictures(test.context);
    expect(await notes()).toEqual([]);
  });

  it('goes through any number of notes', async () => {
    await test.sql(
      `insert into unowned_pictures select gen_random_uuid(), 'member', $1, $2 from generate_series(1, 205)`,
      [ada.id, test.clock.now()],
    );
    test.clock.move(25 * hourMs);
    await sweepPictures(test.context);
    expect(await notes()).toEqual([]);
  });
});

describe('an upload', () => {
  it('that the transaction refuses leaves neither files nor a note', async () => {
    const before = await files();
    const refuse = async () => {
      throw new Failure('photo.limit', { max: 25 });
    };
    const { storage } = test.context;
    const put = storage.put.bind(storage);
    vi.spyOn(storage, 'put').mockImplementation(async (key, bytes) => {
      await put(key, bytes);
      if (key.includes('blurred')) vi.spyOn(test.context.database, 'transaction').mockImplementationOnce(refuse);
    });
    await expect(savePhoto(test.context, ada.id, picture)).rejects.toThrow('photo.limit');
    expect([await files(), await notes()]).toEqual([before, []]);
  });

  it('that repeats a message leaves neither files nor a note', async () => {
    const key = randomUUID();
    const first = await sendPicture(key);
    const before = await files();
    expect((await sendPicture(key)).id).toBe(first.id);
    expect([await files(), await notes()]).toEqual([before, []]);
  });
});

describe('the sweep by command', () => {
  it('removes files a day old that nobody noted, and nothing that a row owns', async () => {
    const kept = await savePhoto(test.context, ada.id, await sharp(picture).png().toBuffer());
    const { conversation } = await sendPicture();
    const known = await files();
    expect(known.some((key) => key.includes(conversation))).toBe(true);
    const owners: PictureOwner[] = [owner, { kind: 'member', id: createId() }, { kind: 'chat', id: conversation }];
    for (const one of owners) await storePicture(test.context, one, createId(), picture);
    await test.sql('delete from unowned_pictures');
    test.clock.move(23 * hourMs);
    expect(await sweepAllPictures(test.context)).toBe(0);
    test.clock.move(2 * hourMs);
    await sweepPictures(test.context);
    expect(await files()).toHaveLength(known.length + 3 * variants.length);
    expect(await sweepAllPictures(test.context)).toBe(3);
    expect(await files()).toEqual(known);
    expect(await files(kept)).toHaveLength(variants.length);
  });
});
