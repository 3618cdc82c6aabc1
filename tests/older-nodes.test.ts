import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from './support/chat.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Adds a photo as a node of the older version does: members see it at once while it waits for approval. */
async function addPhoto(memberId: string, position: number): Promise<string> {
  const photo = randomUUID();
  await test.sql(
    `insert into photos (member_id, photo_id, position, status, width, height, created_at) values ($1, $2, $3, 'approved', 800, 1000, now())`,
    [memberId, photo, position],
  );
  await test.sql(`insert into photo_queue (queue, photo_id, member_id, created_at) values ('after', $1, $2, now())`, [
    photo,
    memberId,
  ]);
  return photo;
}
/** Copies photos into the profile as the older version does. */
const copyPhotos = (memberId: string, main: string, number: number) =>
  test.sql(
    `update profiles set main_photo = $2, main_photo_status = 'approved', num_photos = $3 where member_id = $1`,
    [memberId, main, number],
  );
const looked = async (memberId: string) => {
  const [row] = await test.sql<{ main_photo_checked: boolean; photos_unseen: number }>(
    'select main_photo_checked, photos_unseen from profiles where member_id = $1',
    [memberId],
  );
  return [row?.main_photo_checked, row?.photos_unseen];
};

describe('beside a node of the older version', () => {
  it('a photo that it adds has an owner, and a photo that it deletes has none', async () => {
    const { id } = await quickMember(test);
    const photo = await addPhoto(id, 0);
    const ownersOf = () => test.sql('select member_id from photo_owners where photo_id = $1', [photo]);
    expect(await ownersOf()).toEqual([{ member_id: id }]);
    await test.sql('delete from photos where member_id = $1 and photo_id = $2', [id, photo]);
    expect(await ownersOf()).toEqual([]);
  });

  it('a photo that it approves counts as checked, and a new main photo does not inherit that', async () => {
    const { id } = await quickMember(test);
    const [first, second] = [await addPhoto(id, 0), await addPhoto(id, 1)];
    await copyPhotos(id, first, 2);
    expect(await looked(id)).toEqual([false, 2]);
    await test.sql(`update photos set status = 'approved', refusal = null where photo_id = $1`, [first]);
    await copyPhotos(id, first, 2);
    expect(await looked(id)).toEqual([true, 1]);
    await copyPhotos(id, second, 2);
    expect(await looked(id)).toEqual([false, 1]);
  });

  it('an email address that it sees bounce counts as failed', async () => {
    const member = await quickMember(test);
    await test.sql(`update members set notifications_off = '{"news": "bounce"}' where member_id = $1`, [member.id]);
    expect((await member.call('getUser')).body.user.address_failed).toBe(true);
    await member.call('updateUser', { address_failed: false });
    expect((await member.call('getUser')).body.user.address_failed).toBe(false);
  });
});
