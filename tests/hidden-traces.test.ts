import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { createId } from '../server/platform/ids.ts';
import { type OperationName, getEndpoint, calls } from '../contract/calls.ts';
import type { LiveEvent } from '../contract/events.ts';
import { operations } from '../contract/index.ts';
import { storageKey } from '../server/photos/picture-files.ts';
import { hearEvents, quickMember, sendText } from './support/chat.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const test = useTestApp();

async function pair(): Promise<[TestClient, TestClient]> {
  return [await quickMember(test, { credits: 50, paid: true }), await quickMember(test, { credits: 50, paid: true })];
}

async function withdraw(client: TestClient, town: string): Promise<void> {
  expect((await client.call('updateProfile', { country: 'NL', town, invisible: true })).status).toBe(200);
  await test.sql('update profiles set last_active_at = $2 where member_id = $1', [client.id, test.clock.now()]);
}

/** Opens a link as a browser does, with only the given headers and the session. */
async function openLink(
  client: TestClient,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const cookies = Object.fromEntries(client.cookies);
  const answer = await test.app.server.inject({ url, headers: { host: 'localhost', ...headers }, cookies });
  return { status: answer.statusCode, text: answer.body };
}

const nowhere = {
  town: null,
  countryregion: null,
  distance: null,
  online: false,
  main_image: null,
  main_blurred: null,
  num_photos: 0,
};

describe('M7: a member who has become invisible', () => {
  it('shows neither town nor presence to a member whom they never answered', async () => {
    const [ada, bo] = await pair();
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    await withdraw(bo, 'nl-haarlem');
    const [entry] = (await ada.call('listChats')).body.chats;
    expect(entry?.profile).toMatchObject({ id: bo.id, ...nowhere });
    for (const target of [{ conversation }, { profile: bo.id }])
      expect((await ada.call('getChat', target)).body).toMatchObject({
        send_blocker: 'gone',
        profile: nowhere,
        conversation: { other_read_seq: 0 },
      });
    expect((await ada.call('getProfile', { id: bo.id })).body).toMatchObject({ error: 'profile.not-found' });
  });

  it.each([
    ['had found them', async () => undefined],
    ['had written to them', async (ada: TestClient, bo: TestClient) => sendText(ada, { profile: bo.id })],
    ['had been written to', async (ada: TestClient, bo: TestClient) => sendText(bo, { profile: ada.id })],
    ['had been liked', async (ada: TestClient, bo: TestClient) => bo.call('addLike', { profile: ada.id })],
  ])('shows neither town nor presence to a member who blocked them and %s', async (_case, begin) => {
    const [ada, bo] = await pair();
    await begin(ada, bo);
    expect((await ada.call('blockMember', { profile: bo.id })).status).toBe(200);
    await withdraw(bo, 'nl-haarlem');
    const [blocked] = (await ada.call('listBlocks')).body.profiles;
    expect(blocked).toMatchObject({ id: bo.id, ...nowhere });
    expect((await ada.call('getChat', { profile: bo.id })).body).toMatchObject({
      send_blocker: 'you-blocked',
      profile: nowhere,
    });
    expect((await ada.call('getProfile', { id: bo.id })).body).toMatchObject({ error: 'profile.not-found' });
  });

  it('invalidates the links to their photos', async () => {
    const [ada, bo] = await pair();
    const photo = createId<PhotoId>();
    await test.sql(
      `insert into photos (member_id, photo_id, position, status, width, height, created_at)
       values ($1, $2, 0, 'approved', 10, 10, now())`,
      [bo.id, photo],
    );
    await test.sql(
      `update profiles set (main_photo, main_photo_status, num_photos) = (select photo_id, status, 1 from photos p where p.member_id = $1)
        where member_id = $1`,
      [bo.id],
    );
    await test.context.storage.put(
      `${storageKey({ kind: 'member', id: bo.id }, photo)}/full.webp`,
      Buffer.from('picture'),
    );
    const link = (await ada.call('getProfile', { id: bo.id })).body.profile.main_image?.filename ?? '';
    expect((await openLink(ada, link)).status).toBe(200);
    await withdraw(bo, 'nl-haarlem');
    expect((await openLink(ada, link)).status).toBe(404);
  });
});

describe('M7: members who are gone', () => {
  it('are in no block list, and their chats look like those of unknown members', async () => {
    const [ada, bo] = await pair();
    const { conversation } = (await sendText(bo, { profile: ada.id })).body.message;
    await ada.call('blockMember', { profile: bo.id });
    const [carl] = await pair();
    await sendText(carl, { profile: ada.id });
    await carl.call('blockMember', { profile: ada.id });
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [bo.id]);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [carl.id]);
    expect((await ada.call('listBlocks')).body.profiles).toEqual([]);
    for (const id of [bo.id, carl.id]) {
      const unknown = await ada.call('getChat', { profile: randomUUID() });
      expect((await ada.call('getChat', { profile: id })).body).toEqual(unknown.body);
    }
    expect((await ada.call('getChat', { conversation })).status).toBe(404);
  });

  it('are named on the account statement only as long as the member may know of them', async () => {
    const [ada, bo] = await pair();
    await sendText(ada, { profile: bo.id });
    const named = async () =>
      (await ada.call('listLedger')).body.entries.find((entry) => entry.cause === 'message')?.profile;
    expect((await named())?.id).toBe(bo.id);
    await test.sql(`update profiles set invisible = true, name = 'Renamed since' where member_id = $1`, [bo.id]);
    const { conversation } = (await ada.call('getChat', { profile: bo.id })).body;
    await ada.call('deleteChat', { conversation: conversation?.id });
    expect(await named()).toBeNull();
  });
});

describe('L4: a like that is taken back and given again', () => {
  const countEvents = (events: LiveEvent[], type: LiveEvent['type']): number =>
    events.filter((event) => event.type === type).length;

  it('notifies once per pair and day, and keeps its time and seen state', async () => {
    const [ada, bo] = await pair();
    const heard = hearEvents(test, bo.id);
    await ada.call('addLike', { profile: bo.id });
    const [first] = (await bo.call('listLikes')).body.liked_by;
    expect((await bo.call('getAutoLike')).body).toMatchObject({ id: ada.id });
    await bo.call('getProfile', { id: ada.id });
    test.clock.move(60_000);
    for (let round = 0; round < 13; round += 1) {
      await ada.call('removeLike', { profile: bo.id });
      await ada.call('addLike', { profile: bo.id });
    }
    expect(countEvents(heard, 'like')).toBe(1);
    expect((await bo.call('listLikes')).body.liked_by).toMatchObject([{ id: ada.id, at: first?.at, like_new: false }]);
    expect((await bo.call('getAutoLike')).status).toBe(204);
  });

  it('notifies of neither the like nor a match again after a block was lifted', async () => {
    const [ada, bo] = await pair();
    await bo.call('addLike', { profile: ada.id });
    const heard = hearEvents(test, bo.id);
    for (let round = 0; round < 3; round += 1) {
      await ada.call('addLike', { profile: bo.id });
      await ada.call('blockMember', { profile: bo.id });
      await ada.call('unblockMember', { profile: bo.id });
      await bo.call('addLike', { profile: ada.id });
    }
    expect([countEvents(heard, 'like'), countEvents(heard, 'match')]).toEqual([1, 1]);
  });

  it('is still new if it was not seen, and notifies again the next day', async () => {
    const [ada, bo] = await pair();
    await ada.call('addLike', { profile: bo.id });
    await ada.call('removeLike', { profile: bo.id });
    const heard = hearEvents(test, bo.id);
    await ada.call('addLike', { profile: bo.id });
    expect((await bo.call('listLikes')).body.liked_by[0]?.like_new).toBe(true);
    expect((await bo.call('getAutoLike')).body).toMatchObject({ id: ada.id });
    test.clock.move(24 * 60 * 60_000);
    await ada.call('removeLike', { profile: bo.id });
    await ada.call('addLike', { profile: bo.id });
    expect(countEvents(heard, 'like')).toBe(1);
    expect((await bo.call('getAutoLike')).body).toMatchObject({ id: ada.id });
  });
});

describe('L5: a GET that changes something', () => {
  const gets = (Object.keys(calls) as OperationName[]).filter((name) => getEndpoint(name).method === 'GET');

  /** Reads all data of members, except presence, which every call updates. */
  async function readAllData(): Promise<Record<string, unknown>> {
    const tables = [
      'likes_received',
      'likes_given',
      'inbox',
      'messages',
      'blocks',
      'members',
      'ledger_entries',
      'payments',
    ];
    const rows = await Promise.all(
      tables.map((table) =>
        test.sql<{ md5: string }>(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`),
      ),
    );
    return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.[0]?.md5]));
  }

  it.each(gets)('%s changes nothing for a link, image or window of another site', async (name) => {
    const [ada, bo] = await pair();
    const { conversation } = (await sendText(bo, { profile: ada.id })).body.message;
    await bo.call('addLike', { profile: ada.id });
    const inputs: { [Name in OperationName]?: Record<string, string> } = {
      getChat: { conversation },
      getProfile: { id: bo.id },
      searchMessages: { text: 'hello' },
      listSimilar: { id: bo.id },
    };
    const input = inputs[name] ?? {};
    const before = await readAllData();
    const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };
    const foreign: Record<string, string>[] = [
      { ...navigation, 'sec-fetch-site': 'cross-site' },
      { ...navigation, 'sec-fetch-site': 'same-site' },
      // Browsers without fetch metadata.
      { accept: 'text/html,application/xhtml+xml' },
      { 'sec-fetch-site': 'cross-site', 'x-client-type': 'web' },
    ];
    const url = `${getEndpoint(name).path}?${new URLSearchParams(input)}`;
    for (const headers of foreign) {
      const answer = await openLink(ada, url, headers);
      if (operations[name].effect)
        expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('request.foreign-origin')]);
    }
    expect(await readAllData()).toEqual(before);
    expect((await ada.call('getUser')).status).toBe(200);
  });

  it("works for the site's own pages and for programs", async () => {
    const [ada, bo] = await pair();
    await bo.call('addLike', { profile: ada.id });
    await sendText(bo, { profile: ada.id });
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'x-client-type': 'web' };
    expect((await ada.call('getChat', { profile: bo.id }, own)).body.conversation?.unread).toBe(0);
    expect((await openLink(ada, getEndpoint('getAutoLike').path, { accept: '*/*' })).status).toBe(200);
  });
});
