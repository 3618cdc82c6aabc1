import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { photoRefusals } from '../../contract/photos/photo-rules.ts';
import { type Decision, decidePhoto } from './decide-photo.ts';
import { configureSite, openLink } from '../../tests/support/chat.ts';
import { uploadPhoto } from '../../tests/support/photo-files.ts';
import { resolveValues } from '../settings/rules.ts';
import { readScope } from '../settings/scope-values.ts';
import { supportCommands } from '../support/commands.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { asStaff } from '../../tests/support/as-staff.ts';

const test = useTestApp();

const approveWhen = (value: 'before' | 'after'): Promise<void> => configureSite(test, { photo_approval: value });
const upload = async (client: TestClient): Promise<OwnPhoto> => {
  const { status, body } = await uploadPhoto(test, client);
  expect(status).toBe(200);
  return body.photo;
};
const ownPhotos = async (client: TestClient): Promise<OwnPhoto[]> =>
  (await client.call('getUser')).body.user.profile.photos;
const open = async (link: string | undefined, client: TestClient): Promise<number> =>
  (await openLink(test, link ?? '/media/none', client)).statusCode;
const runStaff = async (...words: string[]): Promise<{ code: number; said: string[] }> => {
  const said: string[] = [];
  const code = await supportCommands.photos(asStaff(test.context), words, (line) => said.push(line));
  return { code, said };
};
const decide = (photoId: PhotoId, decision: Decision, context = test.context) =>
  context.database.transaction((tx) => decidePhoto(context, tx, photoId, decision));
/**
 * Collects all responses about the owner that a viewer gets, and whether a search for members with photos finds the
 * owner.
 */
const seenBy = async (viewer: TestClient, owner: TestClient) => {
  const filters = { gender: 'female' };
  const [profile, all, withPhoto, similar, likes, newest, chats] = await Promise.all([
    viewer.call('getProfile', { id: owner.id }),
    viewer.call('searchProfiles', filters),
    viewer.call('searchProfiles', { ...filters, with_photo: true }),
    viewer.call('listSimilar', { id: owner.id }),
    viewer.call('listLikes'),
    viewer.call('getAutoLike'),
    viewer.call('listChats'),
  ]);
  return {
    profile: profile.body.profile,
    found: all.body.results.some(({ id }) => id === owner.id),
    foundWithPhoto: withPhoto.body.results.some(({ id }) => id === owner.id),
    text: JSON.stringify([profile, all, withPhoto, similar, likes, newest, chats].map(({ body }) => body)),
  };
};

describe('photo_approval', () => {
  it('is before in production and after elsewhere unless a scope of the site sets it', () => {
    const layers = (...values: object[]) => values.map((one) => readScope('default', one).values);
    const approval = (production: boolean, ...values: object[]) =>
      resolveValues(layers(...values), 1, production).photoApproval;
    expect([approval(true), approval(false, {}, {})]).toEqual(['before', 'after']);
    expect(approval(true, { photo_approval: 'before' }, { photo_approval: 'after' })).toBe('after');
    expect(approval(false, { photo_approval: 'before' }, { photo_approval: 'never' })).toBe('before');
  });
});

describe('a photo on a site that approves photos before others see them', () => {
  let [anna, bert]: TestClient[] = [];
  beforeAll(() => approveWhen('before'));

  const couple = async (): Promise<[TestClient, TestClient]> => {
    const [one, two] = [await test.member({ paid: true }), await test.member({ gender: 'male', paid: true })];
    await one.call('addLike', { profile: two.id });
    await two.call('addLike', { profile: one.id });
    await one.call('sendMessage', { profile: two.id, text: 'Hello there', idempotency_key: randomUUID() });
    return [one, two];
  };

  it('is pending for its owner and unknown to everybody else on every page until it is approved', async () => {
    [anna, bert] = await couple();
    const photo = await upload(anna);
    expect(photo).toMatchObject({ main: true, image: { status: 'pending' }, refusal: null });
    expect(await open(photo.image.thumb_filename, anna)).toBe(200);
    const before = await seenBy(bert, anna);
    expect(before).toMatchObject({ found: true, foundWithPhoto: false });
    expect(before.profile).toMatchObject({ main_image: null, num_photos: 0, photos: [] });
    expect(before.text).not.toContain(photo.id);

    expect((await runStaff('approve', photo.id)).code).toBe(0);
    const after = await seenBy(bert, anna);
    expect(after).toMatchObject({ found: true, foundWithPhoto: true });
    expect(after.profile).toMatchObject({ num_photos: 1, main_image: { status: 'approved' } });
    expect(await open(after.profile.main_image?.filename, bert)).toBe(200);
  });

  it('does not replace the approved main photo, wherever its owner moves it', async () => {
    const [owner, viewer] = await couple();
    const first = await upload(owner);
    await runStaff('approve', first.id);
    const second = await upload(owner);
    await owner.call('movePhoto', { id: second.id, main: true });
    const free = await test.member({ gender: 'male' });
    for (const other of [viewer, free]) {
      const { profile, text } = await seenBy(other, owner);
      expect(profile.photos).toMatchObject([{ id: first.id, main: true, locked: false }]);
      expect(text).not.toContain(second.id);
      expect(await open(profile.main_image?.filename, other)).toBe(200);
    }
    await runStaff('approve', second.id);
    expect((await seenBy(free, owner)).profile.photos).toMatchObject([
      { id: second.id, main: true, locked: false },
      { id: first.id, main: false, locked: true },
    ]);
  });

  it('MED-09 is gone for everybody once it is rejected, and its owner is told why', async () => {
    const [owner, viewer] = await couple();
    const [first, second] = [await upload(owner), await upload(owner)];
    await runStaff('approve', second.id);
    expect(await runStaff('reject', first.id, 'no-such-reason')).toMatchObject({ code: 1 });
    expect((await runStaff('reject', first.id, 'contact')).code).toBe(0);
    expect(await ownPhotos(owner)).toMatchObject([
      { id: second.id, main: true, refusal: null },
      { id: first.id, main: false, refusal: 'contact', image: { status: 'rejected' } },
    ]);
    for (const variant of ['filename', 'match', 'thumb_filename'] as const)
      expect(await open(first.image[variant], owner)).toBe(404);
    expect((await seenBy(viewer, owner)).text).not.toContain(first.id);
    // The photo stays behind the others, and can be deleted.
    await owner.call('movePhoto', { id: first.id, main: true });
    expect((await ownPhotos(owner)).map(({ id }) => id)).toEqual([second.id, first.id]);
    const third = await upload(owner);
    expect((await ownPhotos(owner)).map(({ id }) => id)).toEqual([second.id, third.id, first.id]);
    expect((await owner.call('deletePhoto', { id: first.id })).status).toBe(200);
    expect((await ownPhotos(owner)).map(({ id, position }) => [id, position])).toEqual([
      [second.id, 0],
      [third.id, 1],
    ]);
  });

  it('leaves its owner without a main photo if the only one is rejected', async () => {
    const owner = await test.member();
    const photo = await upload(owner);
    expect((await owner.call('getUser')).body.user.profile.main_image).toMatchObject({ status: 'pending' });
    await runStaff('reject', photo.id, 'unclear');
    expect((await owner.call('getUser')).body.user.profile.main_image).toBeNull();
  });

  it('is decided once, with a record that names no member, even if several decide at once', async () => {
    const owner = await test.member();
    const photo = await upload(owner);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        decide(photo.id, number % 2 ? { status: 'approved' } : { status: 'rejected', refusal: 'rules' }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    const status = answers.findIndex(Boolean) % 2 ? 'approved' : 'rejected';
    expect((await ownPhotos(owner))[0]?.image.status).toBe(status);
    const records = await test.sql('select * from photo_decisions where photo_id = $1', [photo.id]);
    expect(records).toMatchObject([{ photo_id: photo.id, status }]);
    expect(JSON.stringify(records)).not.toContain(owner.id);
    expect(await runStaff('approve', photo.id)).toMatchObject({ code: 1 });
  });

  it('leaves nothing behind if its owner deletes it during the decision', async () => {
    const owner = await test.member();
    for (let round = 0; round < 5; round += 1) {
      const photo = await upload(owner);
      await Promise.all([runStaff('approve', photo.id), owner.call('deletePhoto', { id: photo.id })]);
      expect(await ownPhotos(owner)).toEqual([]);
      expect(await test.sql('select from photo_queue where photo_id = $1', [photo.id])).toEqual([]);
    }
    const [profile] = await test.sql('select main_photo, num_photos from profiles where member_id = $1', [owner.id]);
    expect(profile).toEqual({ main_photo: null, num_photos: 0 });
  });
});

describe('a photo on a site that checks photos afterwards', () => {
  beforeAll(() => approveWhen('after'));

  it('is shown at once, waits for a moderator, and disappears if it is rejected', async () => {
    const [owner, viewer] = [await test.member(), await test.member({ gender: 'male' })];
    const photo = await upload(owner);
    expect(photo.image.status).toBe('approved');
    const { profile } = await seenBy(viewer, owner);
    expect(await open(profile.main_image?.filename, viewer)).toBe(200);
    const listed = (await runStaff()).said.find((line) => line.startsWith(photo.id));
    expect(listed).toContain('shown already');
    const [path = ''] = (await runStaff('show', photo.id)).said;
    expect((await sharp(path).metadata()).format).toBe('webp');
    await runStaff('reject', photo.id, 'not-you');
    expect(await open(profile.main_image?.filename, viewer)).toBe(404);
    expect((await seenBy(viewer, owner)).profile).toMatchObject({ main_image: null, photos: [] });
    expect((await runStaff()).said.join('\n')).not.toContain(photo.id);
  });
});

describe('npm run staff -- photos', () => {
  it('prints its usage for arguments that it does not understand', async () => {
    for (const words of [['approve'], ['approve', '../../etc'], ['burn', 'x'], ['show']]) {
      const { code, said } = await runStaff(...words);
      expect([code, said.length]).toEqual([1, 5]);
    }
    expect((await runStaff('approve')).said.join()).toContain(photoRefusals.join(', '));
  });
});
