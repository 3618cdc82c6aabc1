import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { openLink, quickMember } from '../../tests/support/chat.ts';
import type { OwnPhoto } from '../../contract/members/operations.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { stripes, uploadPhoto } from '../../tests/support/photo-files.ts';

describe('the photo album of a profile', () => {
  const test = useTestApp();
  const picture = stripes(64, 48);
  const upload = (client: TestClient, bytes: Uint8Array = picture, filename?: string) =>
    uploadPhoto(test, client, bytes, filename);
  const withPhotos = async (client: TestClient, number: number): Promise<string[]> => {
    let photos: OwnPhoto[] = [];
    for (let made = 0; made < number; made += 1) photos = (await upload(client)).body.photos;
    return photos.map(({ id }) => id);
  };
  const open = (link: string | null | undefined, client?: TestClient) => openLink(test, link ?? '/media/none', client);
  const getState = async (client: TestClient) => {
    const rows = await test.sql<{ photo_id: PhotoId; position: number }>(
      'select photo_id, position from photos where member_id = $1 order by position',
      [client.id],
    );
    const [profile] = await test.sql<{
      main_photo: string | null;
      main_photo_status: string | null;
      num_photos: number;
    }>('select main_photo, main_photo_status, num_photos from profiles where member_id = $1', [client.id]);
    return { rows, profile };
  };
  const expectInStep = async (client: TestClient, ids: readonly string[]): Promise<void> => {
    const { rows, profile } = await getState(client);
    expect(rows).toEqual(ids.map((photo_id, position) => ({ photo_id, position })));
    expect(profile).toEqual({
      main_photo: ids[0] ?? null,
      main_photo_status: ids.length > 0 ? 'approved' : null,
      num_photos: ids.length,
    });
  };

  it('makes the first photo the main one and keeps the profile in step', async () => {
    const anna = await quickMember(test);
    const first = await upload(anna);
    expect(first.status).toBe(200);
    expect(first.body.photo).toMatchObject({ main: true, position: 0, hidden: false, image: { status: 'approved' } });
    const second = await upload(anna);
    expect(second.body.photo).toMatchObject({ main: false, position: 1 });
    await expectInStep(anna, [first.body.photo.id, second.body.photo.id]);
  });

  it('MED-12 ABU-01 never keeps more than three photos of a free member under 50 uploads at once', async () => {
    const anna = await quickMember(test);
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload(anna)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body]).toEqual([403, { ...body, error: 'photo.limit-free', max: 3, premium_max: 25 }]);
    }
    const { rows } = await getState(anna);
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      expect((await open(body.photo.image.filename, anna)).statusCode).toBe(200);
    }
  });

  it('MED-12 never keeps more than twenty-five photos of a premium member under 50 uploads at once', async () => {
    const anna = await quickMember(test, { paid: true });
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload(anna)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ error: 'photo.limit', max: 25 });
    expect((await getState(anna)).rows).toHaveLength(25);
  });

  it('MED-12 hides photos beyond the limit after premium is lost, and deletes none', async () => {
    const [anna, bert] = [await quickMember(test, { paid: true }), await quickMember(test, { paid: true })];
    const ids = await withPhotos(anna, 5);
    const seen = (await bert.call('getProfile', { id: anna.id })).body.profile;
    expect(seen.photos.map(({ id }) => id)).toEqual(ids);
    await test.sql('update members set paid_at = null where member_id = $1', [anna.id]);
    const after = (await bert.call('getProfile', { id: anna.id })).body.profile;
    expect(after.photos.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(after.num_photos).toBe(3);
    expect((await open(seen.photos[4]?.image?.filename, bert)).statusCode).toBe(404);
    const own = (await anna.call('updateProfile', {})).body.profile;
    expect(own.photos.map(({ hidden }) => hidden)).toEqual([false, false, false, true, true]);
    expect((await open(own.photos[4]?.image.filename, anna)).statusCode).toBe(200);
    expect((await upload(anna)).body.error).toBe('photo.limit-free');
  });

  it('moves photos, and makes the first one the main photo', async () => {
    const anna = await quickMember(test);
    const [one, two, three] = (await withPhotos(anna, 3)) as [string, string, string];
    const moved = await anna.call('movePhoto', { id: three, main: true });
    expect(moved.body.photos.map(({ id, main }) => [id, main])).toEqual([
      [three, true],
      [one, false],
      [two, false],
    ]);
    await anna.call('movePhoto', { id: three, position: 24 });
    await expectInStep(anna, [one, two, three]);
    await anna.call('movePhoto', { id: one, position: 1 });
    await expectInStep(anna, [two, one, three]);
    expect((await anna.call('movePhoto', { id: one })).body).toMatchObject({ fields: { position: 'field.missing' } });
  });

  it('keeps positions without gaps when moves, uploads and deletions race', async () => {
    const anna = await quickMember(test, { paid: true });
    const ids = await withPhotos(anna, 6);
    await Promise.all([
      ...ids.map((id, place) => anna.call('movePhoto', { id, position: (place * 5) % 6 })),
      anna.call('deletePhoto', { id: ids[0] }),
      upload(anna),
      anna.call('deletePhoto', { id: ids[3] }),
      anna.call('deletePhoto', { id: ids[3] }),
    ]);
    const { rows } = await getState(anna);
    expect(rows).toHaveLength(5);
    await expectInStep(
      anna,
      rows.map(({ photo_id }) => photo_id),
    );
  });

  it('MED-09 deletes the files with the photo, and no link to them works', async () => {
    const anna = await quickMember(test);
    const { image, id } = (await upload(anna)).body.photo;
    const links = [image.filename, image.match, image.thumb_filename];
    for (const link of links) expect((await open(link, anna)).statusCode).toBe(200);
    expect((await anna.call('deletePhoto', { id })).body).toEqual({ photos: [] });
    for (const link of links) expect((await open(link, anna)).statusCode).toBe(404);
    for (const variant of ['full', 'match', 'thumb', 'blurred']) {
      const key = `member/${anna.id.slice(0, 2)}/${anna.id}/${id}/${variant}.webp`;
      expect(await test.context.storage.open(key)).toBeUndefined();
    }
    await expectInStep(anna, []);
    expect((await anna.call('deletePhoto', { id })).body.error).toBe('photo.not-found');
  });

  it("AZN-01 answers the same for another member's photo as for one that does not exist", async () => {
    const [anna, bert] = [await quickMember(test), await quickMember(test)];
    const [id] = await withPhotos(anna, 1);
    for (const name of ['movePhoto', 'deletePhoto'] as const) {
      const foreign = await bert.call(name, { id, main: true });
      const absent = await bert.call(name, { id: randomUUID(), main: true });
      expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    }
    await expectInStep(anna, [id as string]);
  });

  it('AZN-04 refuses an upload without a file, whatever other fields it has', async () => {
    const anna = await quickMember(test);
    const answer = await anna.call('addPhoto', {
      photo: 'text',
      status: 'approved',
      position: 7,
      member_id: randomUUID(),
    });
    expect(answer.status).toBe(422);
    const forged = await anna.call('addPhoto', { photo: { bytes: { length: 5 } } });
    expect(forged.status).toBe(422);
    expect((await getState(anna)).rows).toEqual([]);
  });

  it('MED-05 ignores a hostile file name', async () => {
    const anna = await quickMember(test, { paid: true });
    for (const name of [
      '../../../etc/passwd.png',
      'a\u0000b.png',
      'x;id.svg',
      '<script>.png',
      'C:\\aux.png',
      '.htaccess',
    ]) {
      const { status, body } = await upload(anna, picture, name);
      expect(status).toBe(200);
      expect(body.photo.image.filename).toMatch(
        new RegExp(`^/media/member/${anna.id}/[0-9a-f-]{36}/full\\.webp\\?e=\\d+&v=${anna.id}&s=[\\w-]{21}$`),
      );
      const served = await open(body.photo.image.filename, anna);
      expect(JSON.stringify(served.headers)).not.toMatch(/passwd|script|htaccess|content-disposition/);
    }
  });

  it('MED-03 refuses files that are not pictures and serves pictures only as pictures', async () => {
    const anna = await quickMember(test);
    expect((await upload(anna, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.error).toBe(
      'photo.type',
    );
    expect((await upload(anna, picture.subarray(0, 70))).body.error).toBe('photo.unreadable');
    expect((await getState(anna)).rows).toEqual([]);
    const { body } = await upload(anna);
    const served = await open(body.photo.image.filename, anna);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(served.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
    expect(served.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('MED-04 answers a body of more than 20 MB with 413, while serving other requests', async () => {
    const anna = await quickMember(test);
    const [large, other] = await Promise.all([
      upload(anna, Buffer.alloc(21 * 1024 * 1024)),
      test.client().call('listTowns', { country: 'NL', query: 'haar' }),
    ]);
    expect([large.status, large.body.error]).toEqual([413, 'photo.too-large']);
    expect(other.status).toBe(200);
  });
});
