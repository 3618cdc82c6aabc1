import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { hearEvents, quickMember, sendFile, sendText } from '../../tests/support/chat.ts';
import { runSupport, mailsTo, report } from '../../tests/support/complaint.ts';
import { addPhotoRow } from '../../tests/support/owned.ts';
import { stripes } from '../../tests/support/photo-files.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();

interface EvidenceRow {
  kind: string;
  content: {
    text?: string;
    about?: string;
    quote?: object;
    earlier?: { text: string; by: string; quote: object | null }[];
  };
  picture: Buffer | null;
}

const findEvidence = (number: string) =>
  test.sql<EvidenceRow>(
    `select e.kind, e.content, p.content as picture from complaint_evidence e left join evidence_pictures p using (picture_hash)
      where e.number = $1 order by e.position`,
    [number],
  );
const reportsAbout = async (member: TestClient) =>
  (await test.sql('select number from complaints where about_id = $1', [member.id])).length;

async function talk(): Promise<{ ada: TestClient; bo: TestClient; conversation: string; message: string }> {
  const [ada, bo] = [await quickMember(test, { credits: 200 }), await quickMember(test, { credits: 200 })];
  const { conversation } = (await sendText(ada, { profile: bo.id }, 'hello you')).body.message;
  const { id: message } = (await sendText(bo, { conversation }, 'an ugly word')).body.message;
  return { ada, bo, conversation, message };
}

describe('a report', () => {
  it('keeps a message with the ones before it, blocks in the same call, and is acknowledged by mail', async () => {
    const { ada, bo, conversation, message } = await talk();
    const { status, body } = await report(ada, { conversation, message, text: 'Look.', block: true });
    expect([status, body.blocked]).toEqual([200, true]);
    expect(await findEvidence(body.number)).toMatchObject([
      { kind: 'message', content: { text: 'an ugly word', earlier: [{ by: 'reporter', text: 'hello you' }] } },
    ]);
    expect((await bo.call('getProfile', { id: ada.id })).body.error).toBe('profile.blocked-you');
    expect((await ada.call('listChats')).body.chats).toEqual([]);
    const [mail] = await mailsTo(test, `${ada.id}@example.org`);
    expect(mail?.subject).toContain(body.number);
    expect(mail?.text).not.toContain('ugly');
    expect((await test.client().call('getComplaint', body)).body).toMatchObject({ kind: 'report', text: 'Look.' });
  });

  it('keeps profile quotes in messages as the reporter saw them, and shows them to staff', async () => {
    const { ada, bo, conversation } = await talk();
    const about = 'Tea, never coffee.';
    await bo.call('updateProfile', { about });
    await test.sql(`update profiles set interests = '{sauna}' where member_id = $1`, [ada.id]);
    const sendQuote = (from: TestClient, kind: 'about' | 'interest', quote: string) => {
      const key = { idempotency_key: randomUUID() };
      return from.call('sendMessage', { conversation, text: 'so', quote_kind: kind, quote, ...key });
    };
    await sendQuote(ada, 'about', about);
    const { id: message } = (await sendQuote(bo, 'interest', 'sauna')).body.message;
    const frozen = async () => {
      const { number } = (await report(ada, { conversation, message })).body;
      const [row] = await findEvidence(number);
      return { number, own: row?.content.quote, earlier: row?.content.earlier?.map((one) => one.quote) };
    };
    const { number, ...seen } = await frozen();
    expect(seen).toEqual({
      own: { kind: 'interest', value: 'sauna' },
      earlier: [null, null, { kind: 'about', value: about }],
    });
    expect((await runSupport(test, 'show', number)).said).toContain('"value": "sauna"');
    // A hidden profile also hides its quoted sentence.
    await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [bo.id]);
    expect((await frozen()).earlier).toEqual([null, null, { kind: 'about', value: null }]);
  });

  it('keeps a profile or photo as it was seen even if it is deleted later (report with evidence)', async () => {
    const ada = await quickMember(test, { paid: true });
    const bo = await quickMember(test);
    await bo.call('updateProfile', { about: 'Buy my watches' });
    const photo = await addPhotoRow(test, bo.id);
    await test.context.storage.put(
      `member/${bo.id.slice(0, 2)}/${bo.id}/${photo}/full.webp`,
      Buffer.from('as it was shown'),
    );
    const { number } = (await report(ada, { profile: bo.id, photo })).body;
    await bo.call('updateProfile', { about: 'Nothing' });
    await bo.call('deletePhoto', { id: photo });
    const rows = await findEvidence(number);
    expect(rows.map(({ kind, picture }) => [kind, picture?.toString()])).toEqual([
      ['profile', 'as it was shown'],
      ['photo', 'as it was shown'],
    ]);
    expect(rows[0]?.content).toMatchObject({ about: 'Buy my watches' });
    expect(JSON.stringify(rows)).not.toContain('example.org');
    await expect(
      test.sql(`update complaint_evidence set content = '{}' where number = $1`, [number]),
    ).rejects.toThrow();
  });

  it('keeps the picture of a message with a photo', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 200 }), await quickMember(test, { credits: 200 })];
    const sent = await sendFile(test, bo, { profile: ada.id, idempotency_key: randomUUID() }, stripes(80, 60));
    const { conversation, id: message } = sent.body.message;
    const { number } = (await report(ada, { conversation, message })).body;
    const [row] = await findEvidence(number);
    expect(row?.picture?.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('is recorded once per key, even concurrently and after the block hides its subject', async () => {
    const { ada, bo, conversation, message } = await talk();
    const same = { conversation, message, block: true, idempotency_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(ada, same)));
    const again = await report(ada, same);
    expect([...answers, again].map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 200));
    expect(new Set([...answers, again].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await reportsAbout(bo)).toBe(1);
    expect(await mailsTo(test, `${ada.id}@example.org`)).toHaveLength(1);
    expect((await report(ada, { ...same, text: 'more' })).body.error).toBe('request.key-reused');
    // Keys belong to a member.
    const cleo = await quickMember(test);
    const other = await report(cleo, { profile: bo.id, idempotency_key: same.idempotency_key });
    expect([other.status, other.body.number === again.body.number]).toEqual([200, false]);
  });

  it('is refused for what its reporter cannot see, as if it did not exist, and leaves nothing behind', async () => {
    const { ada, bo, conversation, message } = await talk();
    const stranger = await quickMember(test);
    const other = await talk();
    const ghost = randomUUID();
    const refusals = [
      [{ conversation, message }, 'chat.not-found'],
      [{ conversation: ghost, message }, 'chat.not-found'],
      [{ profile: ghost }, 'profile.not-found'],
      [{ profile: (await quickMember(test, { invisible: true })).id }, 'profile.not-found'],
      [{ profile: bo.id, photo: ghost }, 'photo.not-found'],
      [{ profile: stranger.id }, 'like.self'],
    ] as const;
    for (const [what, code] of refusals)
      expect((await report(stranger, { ...what, block: true })).body.error).toBe(code);
    // A message of another conversation, then the reporter's own.
    expect((await report(ada, { conversation, message: other.message })).body.error).toBe('chat.not-found');
    expect((await report(bo, { conversation, message })).body.error).toBe('like.self');
    await bo.call('blockMember', { profile: ada.id });
    expect((await report(ada, { profile: bo.id })).body.error).toBe('profile.blocked-you');
    expect(await reportsAbout(bo)).toBe(0);
    expect((await stranger.call('listBlocks')).body.profiles).toEqual([]);
  });

  it('names exactly one thing: a member, a member’s photo or a message in a conversation', async () => {
    const { ada, bo, conversation, message } = await talk();
    const reportAndGetFields = async (what: object) => (await report(ada, what)).body.fields;
    expect(await reportAndGetFields({})).toEqual({ profile: 'field.missing' });
    expect(await reportAndGetFields({ conversation })).toEqual({ message: 'field.missing' });
    expect(await reportAndGetFields({ profile: bo.id, conversation, message })).toEqual({ profile: 'field.invalid' });
    expect(await reportAndGetFields({ profile: bo.id, message })).toEqual({ profile: 'field.invalid' });
    expect(await reportAndGetFields({ photo: randomUUID(), message })).toEqual({ photo: 'field.invalid' });
  });

  it('shows a free member no more of a conversation than the conversation itself does', async () => {
    const { ada, bo, conversation, message } = await talk();
    for (let more = 0; more < 20; more += 1) await sendText(bo, { conversation }, `word ${more}`);
    expect((await report(ada, { conversation, message })).body.error).toBe('chat.not-found');
    await test.sql('update members set paid_at = now() where member_id = $1', [ada.id]);
    expect((await report(ada, { conversation, message })).status).toBe(200);
  });

  it('is visible to nobody but the reporter', async () => {
    const { ada, bo, conversation, message } = await talk();
    const heard = hearEvents(test, bo.id);
    const before = JSON.stringify((await bo.call('getUser')).body);
    await report(ada, { conversation, message });
    await report(ada, { profile: bo.id });
    await mailsTo(test, '');
    expect(heard).toEqual([]);
    expect(JSON.stringify((await bo.call('getUser')).body)).toBe(before);
    expect((await bo.call('getProfile', { id: ada.id })).status).toBe(200);
    expect(await mailsTo(test, `${bo.id}@example.org`)).toEqual([]);
  });

  it('is all or nothing: if the block fails, nothing is kept', async () => {
    const { ada, bo, conversation, message } = await talk();
    await test.sql(`alter table blocked_by add constraint no_blocks check (by_id <> '${ada.id}')`);
    const log = vi.spyOn(test.context.log, 'error').mockReturnValue(undefined);
    expect((await report(ada, { conversation, message, block: true })).status).toBe(500);
    log.mockRestore();
    await test.sql('alter table blocked_by drop constraint no_blocks');
    expect(await reportsAbout(bo)).toBe(0);
    expect((await ada.call('listChats')).body.chats).toHaveLength(1);
    expect(await mailsTo(test, `${ada.id}@example.org`)).toEqual([]);
  });

  it('is kept with its block, or refused, when the other member blocks at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ada, bo, conversation, message } = await talk();
      const [reported] = await Promise.all([
        report(ada, { conversation, message, block: true }),
        bo.call('blockMember', { profile: ada.id }),
      ]);
      const isTaken = reported.status === 200;
      expect(isTaken || ['profile.blocked-you', 'chat.not-found'].includes(reported.body.error)).toBe(true);
      const blocks = await test.sql('select 1 from blocks where member_id = $1', [ada.id]);
      expect([await reportsAbout(bo), blocks.length]).toEqual(isTaken ? [1, 1] : [0, 0]);
    }
  });
});
