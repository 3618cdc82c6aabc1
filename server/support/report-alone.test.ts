import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { quickMember, sendText } from '../../tests/support/chat.ts';
import { runSupport, report } from '../../tests/support/complaint.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { purgeComplaints } from './purge-complaints.ts';
import { savePhoto } from '../photos/add-photo.ts';
import { stripes } from '../../tests/support/photo-files.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();

const findEvidence = (number: string) =>
  test.sql<{ kind: string; content: Record<string, unknown>; picture: Buffer | null }>(
    `select e.kind, e.content, p.content as picture from complaint_evidence e left join evidence_pictures p using (picture_hash)
      where e.number = $1 order by e.position`,
    [number],
  );
const getSubject = async (number: string) =>
  (await test.sql<{ about_id: MemberId }>('select about_id from complaints where number = $1', [number]))[0]?.about_id;

/** Adds a photo whose stored picture is identifiable. */
async function addPhoto({ id }: TestClient, picture: string): Promise<string> {
  const photo = await savePhoto(test.context, id, stripes(30, 40));
  await test.context.storage.put(`member/${id.slice(0, 2)}/${id}/${photo}/full.webp`, Buffer.from(picture));
  return photo;
}

describe('a report that names only a photo (LEG-12)', () => {
  it('finds the owner of the photo, and keeps it with the profile', async () => {
    const [ada, bo] = [await quickMember(test, { paid: true }), await quickMember(test)];
    await addPhoto(bo, 'main');
    const photo = await addPhoto(bo, 'second');
    const { status, body } = await report(ada, { photo, block: true });
    expect([status, await getSubject(body.number)]).toEqual([200, bo.id]);
    expect((await findEvidence(body.number)).map(({ kind, picture }) => [kind, picture?.toString()])).toEqual([
      ['profile', 'main'],
      ['photo', 'second'],
    ]);
    expect((await bo.call('getProfile', { id: ada.id })).body.error).toBe('profile.blocked-you');
  });

  it('is refused for a photo that its reporter cannot see, as if it did not exist', async () => {
    const [ada, free, bo] = [await quickMember(test, { paid: true }), await quickMember(test), await quickMember(test)];
    const main = await addPhoto(bo, 'main');
    const locked = await addPhoto(bo, 'locked');
    const reportAndGetError = async (client: TestClient, photo: string) => (await report(client, { photo })).body.error;
    expect(await reportAndGetError(ada, randomUUID())).toBe('photo.not-found');
    expect(await reportAndGetError(free, locked)).toBe('photo.not-found');
    expect(await reportAndGetError(bo, main)).toBe('like.self');
    const gone = await addPhoto(bo, 'gone');
    await bo.call('deletePhoto', { id: gone });
    expect(await reportAndGetError(ada, gone)).toBe('photo.not-found');
    await test.sql('update profiles set invisible = true where member_id = $1', [bo.id]);
    expect(await reportAndGetError(ada, main)).toBe('photo.not-found');
    await test.sql('update profiles set invisible = false where member_id = $1', [bo.id]);
    await bo.call('blockMember', { profile: ada.id });
    expect(await reportAndGetError(ada, main)).toBe('photo.not-found');
  });

  it('leaves no record of the owner once they are erased', async () => {
    const bo = await quickMember(test);
    await addPhoto(bo, 'main');
    const rows = () => test.sql('select 1 from photo_owners where member_id = $1', [bo.id]);
    expect(await rows()).toHaveLength(1);
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [bo.id]);
    await eraseMember(test.context, bo.id);
    expect(await rows()).toEqual([]);
  });
});

describe('a report that names only a message (LEG-12)', () => {
  it('finds the message only in the conversations of its reporter', async () => {
    const [ada, bo, cleo] = [
      await quickMember(test, { credits: 200 }),
      await quickMember(test, { credits: 200 }),
      await quickMember(test, { credits: 200 }),
    ];
    await sendText(ada, { profile: cleo.id }, 'another talk');
    const { conversation } = (await sendText(ada, { profile: bo.id }, 'hello you')).body.message;
    const { id: message } = (await sendText(bo, { conversation }, 'an ugly word')).body.message;
    const { status, body } = await report(ada, { message });
    expect([status, await getSubject(body.number)]).toEqual([200, bo.id]);
    expect(await findEvidence(body.number)).toMatchObject([
      { kind: 'message', content: { conversation, message, text: 'an ugly word', earlier: [{ text: 'hello you' }] } },
    ]);
    expect((await report(cleo, { message })).body.error).toBe('chat.not-found');
    expect((await report(ada, { message: randomUUID() })).body.error).toBe('chat.not-found');
    expect((await report(bo, { message })).body.error).toBe('like.self');
  });
});

describe('a report of a profile', () => {
  it('keeps every photo that its reporter sees, and none that is locked for them', async () => {
    const [premium, free, bo] = [
      await quickMember(test, { paid: true }),
      await quickMember(test),
      await quickMember(test),
    ];
    for (const picture of ['first', 'second', 'third']) await addPhoto(bo, picture);
    const reportAndGetPictures = async (client: TestClient) => {
      const { number } = (await report(client, { profile: bo.id })).body;
      return (await findEvidence(number)).map(({ kind, picture }) => [kind, picture?.toString()]);
    };
    expect(await reportAndGetPictures(premium)).toEqual([
      ['profile', 'first'],
      ['photo', 'second'],
      ['photo', 'third'],
    ]);
    expect(await reportAndGetPictures(free)).toEqual([['profile', 'first']]);
  });

  it('reads each photo once, without holding a lock on its reporter', async () => {
    const [ada, bo] = [await quickMember(test, { paid: true }), await quickMember(test)];
    for (const picture of ['first', 'second']) await addPhoto(bo, picture);
    const { storage } = test.context;
    const open = storage.open.bind(storage);
    const read = vi.spyOn(storage, 'open').mockImplementation(async (key) => {
      await test.sql('select 1 from wallets where member_id = $1 for update nowait', [ada.id]);
      return open(key);
    });
    expect((await report(ada, { profile: bo.id })).status).toBe(200);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('stores each picture once, for as long as any report refers to it', async () => {
    const bo = await quickMember(test);
    for (const picture of ['front', 'side']) await addPhoto(bo, picture);
    const reporters = [await quickMember(test, { paid: true }), await quickMember(test, { paid: true })];
    const reports = await Promise.all(reporters.map((client) => report(client, { profile: bo.id })));
    const kept = async () =>
      (
        await test.sql<{ content: Buffer }>(
          `select content from evidence_pictures where content in ('front', 'side') order by content`,
        )
      ).map(({ content }) => content.toString());
    expect(await kept()).toEqual(['front', 'side']);
    for (const [at, left] of [['front', 'side'], []].entries()) {
      await test.sql('delete from complaints where number = $1', [reports[at]?.body.number]);
      await purgeComplaints(test.context);
      expect(await kept()).toEqual(left);
    }
  });

  it('is about the member: none of the photos counts as the reported one', async () => {
    const [ada, bo] = [await quickMember(test, { paid: true }), await quickMember(test)];
    for (const picture of ['first', 'second']) await addPhoto(bo, picture);
    const { number } = (await report(ada, { profile: bo.id })).body;
    expect((await findEvidence(number)).filter(({ kind }) => kind === 'photo')).toMatchObject([
      { content: { reported: false } },
    ]);
    const closed = await runSupport(
      test,
      'close',
      number,
      'acted',
      '--action',
      'photo',
      '--reason',
      'respect',
      '--facts',
      'x',
    );
    expect(closed.code).toBe(1);
    expect(await test.sql('select 1 from photos where member_id = $1', [bo.id])).toHaveLength(2);
  });
});
