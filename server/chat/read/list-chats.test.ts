import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Chats } from '../../../contract/chat/operations.ts';
import { chatsPageSize } from '../../../contract/chat/limits.ts';
import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { listInbox, listUnread } from '../queries.ts';
import { listSides } from '../search/queries.ts';

const test = useTestApp();
let ada: TestClient;
/** Members who wrote to Ada, in order; three at the same moment, so that a page ends between them. */
const writers: TestClient[] = [];

beforeAll(async () => {
  ada = await quickMember(test);
  for (let number = 0; number < 2 * chatsPageSize + 10; number += 1) {
    const writer = await quickMember(test, { credits: 50 });
    writers.push(writer);
    expect((await sendText(writer, { profile: ada.id })).status).toBe(200);
    await test.sql('update inbox set last_at = $2 where other_id = $1', [
      writer.id,
      new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(number / 3))),
    ]);
  }
}, 120_000);

const getPage = async (before?: string | null): Promise<Chats> =>
  (await ada.call('listChats', before ? { before } : {})).body;
const getIds = ({ chats }: Chats): string[] => chats.map(({ profile }) => profile.id);

describe('the pages of the chat list', () => {
  it('contain each conversation once, latest first, and the last page says that it is the last', async () => {
    const pages = [await getPage()];
    while (pages.at(-1)?.before) pages.push(await getPage(pages.at(-1)?.before));
    expect(pages.map(({ chats }) => chats.length)).toEqual([chatsPageSize, chatsPageSize, 10]);
    const all = pages.flatMap((page) => page.chats);
    expect(new Set(pages.flatMap(getIds))).toEqual(new Set(writers.map(({ id }) => id)));
    const times = all.map(({ conversation }) => conversation.last_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('do not shift while conversations move to the top', async () => {
    const first = await getPage();
    const second = await getPage(first.before);
    const [latest, later] = [first.chats[0], second.chats[0]];
    for (const entry of [latest, later]) {
      const writer = writers.find(({ id }) => id === entry?.profile.id);
      if (writer) await sendText(writer, { profile: ada.id }, 'again');
    }
    expect(getIds(await getPage(first.before))).toEqual([
      ...getIds(second).slice(1),
      ...getIds(await getPage(second.before)).slice(0, 1),
    ]);
    expect(getIds(await getPage()).slice(0, 2)).toEqual([later?.profile.id, latest?.profile.id]);
  });

  it('skip no conversation when times differ by less than a millisecond', async () => {
    const first = await getPage();
    const rest = async (): Promise<string[]> => getIds(await getPage((await getPage()).before));
    const before = await rest();
    const edge = first.chats.at(-1)?.conversation.last_at;
    const shift = `update inbox set last_at = $2::timestamptz + $3::interval where member_id = $1`;
    await test.sql(`${shift} and last_at = $2`, [ada.id, edge, '900 microseconds']);
    await test.sql(`${shift} and other_id = $4`, [ada.id, edge, '600 microseconds', before[0]]);
    expect(await rest()).toEqual(before);
  });

  it('list the other unread conversations with the first page, so that the sum matches the user’s count', async () => {
    const first = await getPage();
    const read = await getPage(first.before);
    await ada.call('getChat', { conversation: read.chats[3]?.conversation.id });
    const { chats, unread, before } = await getPage();
    const sum = [...chats, ...unread].reduce((total, { num_unread_messages: count }) => total + count, 0);
    expect(sum).toBe((await ada.call('getUser')).body.user.unread_messages);
    expect(unread).toHaveLength(writers.length - chatsPageSize - 1);
    const listed = new Set(chats.map(({ conversation }) => conversation.id));
    expect(unread.filter(({ conversation }) => listed.has(conversation))).toEqual([]);
    expect((await getPage(before)).unread).toEqual([]);
  });

  it('accept only well-formed cursors', async () => {
    for (const before of ['', '1', 'x.y', `-1.${ada.id}`, `99999999999999999.${ada.id}`, `1.${ada.id}.1`])
      expect((await ada.call('listChats', { before })).status).toBe(422);
    expect(getIds(await getPage(`9999999999999999.${ada.id}`))).toHaveLength(chatsPageSize);
    expect(await getPage(`0.${ada.id}`)).toEqual({ chats: [], before: null, unread: [] });
  });
});

describe('the order of the list, by day and then by time', () => {
  const midnight = Date.UTC(2026, 2, 29) * 1_000;
  const dayMicroseconds = 86_400_000_000;
  const moments = fc.oneof(
    fc.integer({ min: -2, max: 2 }).map((day) => day * dayMicroseconds),
    fc.constantFrom(-1, 1, dayMicroseconds - 1),
    fc.integer({ min: -3 * dayMicroseconds, max: 3 * dayMicroseconds }),
  );
  const zones = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/Los_Angeles');

  it('is the order by time, from each cursor', async () => {
    const { id: memberId } = await quickMember(test);
    const property = fc.asyncProperty(
      fc.array(fc.record({ moment: moments, hidden: fc.boolean() }), { maxLength: 40 }),
      zones,
      async (sides, zone) => {
        await test.sql('delete from inbox where member_id = $1', [memberId]);
        await test.sql(
          `insert into inbox (member_id, conversation_id, other_id, started, unread, last_at, last_kind, last_own, hidden)
           select $1, gen_random_uuid(), gen_random_uuid(), false, 1, timestamptz 'epoch' + place * interval '1 microsecond', 'text', false, hidden
             from unnest($2::bigint[], $3::boolean[]) as s (place, hidden)`,
          [memberId, sides.map(({ moment }) => midnight + moment), sides.map(({ hidden }) => hidden)],
        );
        const byTime = await test.sql<{ conversation_id: string; place: string }>(
          `select conversation_id, (extract(epoch from last_at) * 1000000)::bigint as place from inbox
            where member_id = $1 and not hidden order by last_at desc, conversation_id desc`,
          [memberId],
        );
        await test.context.database.transaction(async (tx) => {
          await tx.raw(`set local time zone '${zone}'`);
          const limit = 50;
          for (let from = 0; from <= byTime.length; from += 1) {
            const { place, conversation_id: id } = byTime[from - 1] ?? { place: null, conversation_id: null };
            const cursor = { memberId, place: place === null ? null : Number(place), id, limit };
            expect((await tx.all(listInbox, cursor)).map((row) => row.conversation_id)).toEqual(
              byTime.slice(from).map((row) => row.conversation_id),
            );
            expect((await tx.all(listSides, cursor)).map((row) => row.conversation_id)).toEqual(
              byTime.slice(Math.max(0, from - 1)).map((row) => row.conversation_id),
            );
          }
          const unread = (await tx.all(listUnread, { memberId, limit })).map((row) => row.conversation_id);
          const times = new Map(byTime.map((row) => [row.conversation_id, row.place]));
          expect(unread.map((one) => times.get(one))).toEqual(byTime.map((row) => row.place));
        });
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});
