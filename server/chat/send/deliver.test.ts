import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';

import { cutPreview } from '../../../contract/chat/message-text.ts';
import { type Outcome, type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { quickMember, sendText, startChat, twoMembers } from '../../../tests/support/chat.ts';
import { createId } from '../../platform/ids.ts';
import { type NewMessage, deliver } from './deliver.ts';

const test = useTestApp();

describe('a message in a conversation of which a row is missing', () => {
  const stored = () =>
    test.sql(`select (select count(*) from messages) as messages, (select sum(last_seq) from inbox) as counted,
                     (select count(*) from ledger_entries) as entries, (select count(*) from call_results) as results`);
  const listStatuses = (outcomes: Outcome<'sendMessage'>[]) => outcomes.map(({ status }) => status);

  it.each([
    ['of the sender', 'ada'],
    ['of the receiver', 'bo'],
  ] as const)('is not stored, charged or counted without the side %s, and stops no other', async (_, name) => {
    const { ada, bo, conversation } = await startChat(test);
    const [cleo, dan] = await twoMembers(test);
    const { id } = { ada, bo }[name];
    await sendText(ada, { conversation });
    // The row's absence is not seen before the message is stored: the relationship is read from the sender's side.
    await test.sql(
      name === 'ada'
        ? 'update inbox set conversation_id = gen_random_uuid() where member_id = $1'
        : 'delete from inbox where member_id = $1',
      [id],
    );
    const before = await stored();
    expect((await sendText(ada, { conversation })).status).toBe(500);
    expect(await stored()).toEqual(before);
    expect(
      listStatuses(await Promise.all([sendText(ada, { conversation }), sendText(cleo, { profile: dan.id })])),
    ).toEqual([500, 200]);
  });

  it('is not stored, charged or counted without its conversation', async () => {
    const { ada, conversation } = await startChat(test);
    await test.sql('delete from messages where conversation_id = $1', [conversation]);
    await test.sql('delete from conversations where conversation_id = $1', [conversation]);
    const before = await stored();
    expect((await sendText(ada, { conversation })).status).toBe(500);
    expect(await stored()).toEqual(before);
  });
});

describe('the columns of messages, sent as arrays', () => {
  const ends: Pick<NewMessage, 'conversationId' | 'senderId' | 'receiverId'>[] = [];
  const shared = { credits: 0, call: null, summaries: { sender: undefined, receiver: undefined }, toFictional: true };
  let members: TestClient[];

  beforeAll(async () => {
    members = await Promise.all(Array.from({ length: 12 }, () => quickMember(test)));
    for (let n = 0; n < members.length; n += 2) {
      const [senderId, receiverId] = [members[n]!.id, members[n + 1]!.id];
      ends.push({ conversationId: createId<ConversationId>(), senderId, receiverId });
    }
    const content = { starts: true, kind: 'text', text: '', photo: null, gift: null, quote: null } as const;
    const first = ends.map((pair) => ({ ...shared, ...pair, ...content, id: createId<MessageId>() }));
    await test.context.database.transaction((tx) => deliver(test.context, tx, first, test.clock.now()));
  });

  // PostgreSQL stores no zero character; calls refuse it.
  const anyText = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
  const awkward = fc.constantFrom(
    '',
    'NULL',
    'null',
    '"',
    '\\',
    '\\"',
    '{',
    '}',
    '{"a",NULL}',
    ',',
    "'",
    '\r\n',
    ' x ',
    '💌',
  );
  const texts = fc.oneof(
    anyText,
    awkward,
    fc.array(awkward).map((parts) => parts.join('')),
  );
  const quotes = fc.option(fc.record({ kind: fc.constantFrom('about' as const, 'interest' as const), value: texts }));
  const contents = fc.oneof(
    fc.record({
      kind: fc.constant('text' as const),
      text: texts,
      hasPhoto: fc.constant(false),
      gift: fc.constant(null),
      quote: quotes,
    }),
    fc.record({
      kind: fc.constant('photo' as const),
      text: fc.option(texts),
      hasPhoto: fc.constant(true),
      gift: fc.constant(null),
      quote: quotes,
    }),
    fc.record({
      kind: fc.constant('gift' as const),
      text: fc.option(texts),
      hasPhoto: fc.constant(false),
      gift: texts,
      quote: fc.constant(null),
    }),
  );

  it('arrive as they were given: any text, and nulls among them', async () => {
    const property = fc.asyncProperty(fc.array(contents, { minLength: 1, maxLength: 6 }), async (drawn) => {
      const messages = drawn.map(({ hasPhoto, ...content }, n): NewMessage => {
        const pair = ends[n]!;
        const photo = hasPhoto
          ? { id: createId<PhotoId>(), conversationId: pair.conversationId, width: 1, height: 1 }
          : null;
        return { ...shared, ...pair, ...content, photo, starts: false, id: createId<MessageId>() };
      });
      for (const { photo, conversationId } of messages)
        if (photo)
          await test.sql(`insert into unowned_pictures values ($1, 'chat', $2, now())`, [photo.id, conversationId]);
      await test.context.database.transaction((tx) => deliver(test.context, tx, messages, test.clock.now()));
      for (const { id, conversationId, senderId, receiverId, text, photo, gift, quote } of messages) {
        expect(
          await test.sql(
            `select m.text, m.photo_id, m.gift, m.quote_kind, m.quote, array_agg(i.last_text) as previews, array_agg(i.member_id order by i.last_own) as sides
               from messages m join inbox i on i.conversation_id = m.conversation_id and i.last_seq = m.seq
              where m.message_id = $1 and m.conversation_id = $2 group by m.conversation_id, m.seq`,
            [id, conversationId],
          ),
        ).toEqual([
          {
            text,
            photo_id: photo?.id ?? null,
            gift,
            quote_kind: quote?.kind ?? null,
            quote: quote?.value ?? null,
            previews: [cutPreview(text), cutPreview(text)],
            sides: [receiverId, senderId],
          },
        ]);
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
