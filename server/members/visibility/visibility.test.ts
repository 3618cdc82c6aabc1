import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../../contract/events.ts';
import { hearEvents, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';
import { markRead } from '../../chat/read/mark-read.ts';
import { publishTyping } from '../../chat/read/publish-typing.ts';
import { countNewLikes } from '../../likes/count-new.ts';
import { imageLinks } from '../../photos/links.ts';
import { storageKey } from '../../photos/store-picture.ts';
import { clearSiteCache } from '../../settings/find-site.ts';
import { findRelationship } from './find-relationships.ts';
import { type Sight, isFindable, isShown, deriveSight } from './rules.ts';

/** Every kind of other member, grouped by the rows of the table below. */
const others = {
  open: ['open', 'fictional'],
  unconfirmed: ['unconfirmed'],
  withdrawn: ['invisible', 'other pool'],
  gone: ['hidden', 'banned', 'deleted', 'leaving', 'unlabelled'],
} as const;
type Group = keyof typeof others;
type Other = (typeof others)[Group][number];

/** Contact between the two: `answered` and `deleted` have messages of both, `unanswered` only of the viewer. */
const contacts = ['none', 'liked', 'answered', 'unanswered', 'deleted'] as const;
type Contact = (typeof contacts)[number];

const blocks = ['none', 'by viewer', 'by other', 'by both'] as const;
type Block = (typeof blocks)[number];

/** The expected sight by contact, for each block in the order above: full, reduced, blocked, or - for none. */
const expectedSights: Record<Group, Record<Contact, string>> = {
  open: { none: 'FFBB', liked: 'FFBB', answered: 'FFBB', unanswered: 'FFBB', deleted: 'FFBB' },
  unconfirmed: { none: '-R--', liked: 'FRBB', answered: 'FRBB', unanswered: 'RR--', deleted: 'FRBB' },
  withdrawn: { none: '-R--', liked: 'FRBB', answered: 'FRBB', unanswered: 'RR--', deleted: 'FRBB' },
  gone: { none: '----', liked: '----', answered: 'R---', unanswered: 'R---', deleted: '----' },
};
const sightNames: Record<string, Sight> = { F: 'full', R: 'reduced', B: 'blocked', '-': 'none' };

interface State {
  other: Other;
  group: Group;
  contact: Contact;
  block: Block;
  hide: boolean;
}

interface Met extends State {
  viewer: TestClient;
  otherId: string;
  /** A third member in their pool, whose similar members may include the other. */
  thirdId: string;
  conversation: string;
  photoLink: string;
}

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const statuses: Partial<Record<Other, string>> = { banned: 'banned', deleted: 'deleted', leaving: 'pending_deletion' };

/** Writes a pair of members in a state straight into the database; each pair has its own pool. */
async function meet(state: State): Promise<Met> {
  const { other, contact, block, hide } = state;
  const viewer = await quickMember(test, { paid: true, credits: 50 });
  const met = await quickMember(test, {
    confirmed: other !== 'unconfirmed',
    invisible: other === 'invisible',
    fictional: other === 'fictional' || other === 'unlabelled',
  });
  const third = await quickMember(test);
  const [pool, conversation, photo, ids] = [randomUUID(), randomUUID(), randomUUID(), [viewer.id, met.id]];
  await test.sql('update profiles set pool = $1 where member_id = any($2)', [pool, [...ids, third.id]]);
  if (other === 'other pool') await test.sql(`update profiles set pool = 'away' where member_id = $1`, [met.id]);
  await like(viewer.id, met.id);
  if (contact === 'liked') await like(met.id, viewer.id);
  if (contact !== 'none' && contact !== 'liked') {
    const messages = contact === 'unanswered' ? [viewer.id] : ids;
    const hidden = block !== 'none';
    await converse(conversation, ids, messages, [hidden || contact === 'deleted', hidden]);
  }
  if (block === 'by viewer' || block === 'by both') await addBlock(viewer.id, met.id);
  if (block === 'by other' || block === 'by both') await addBlock(met.id, viewer.id);
  if (hide) await test.sql('insert into hides values ($1, $2, now())', ids);
  await test.sql(
    `insert into photos (member_id, photo_id, position, status, checked, width, height, created_at)
     values ($1, $2, 0, 'approved', true, 10, 10, now())`,
    [met.id, photo],
  );
  await test.sql(
    `update profiles set main_photo = $2, main_photo_status = 'approved', main_photo_checked = true where member_id = $1`,
    [met.id, photo],
  );
  const owner = { kind: 'member', id: met.id } as const;
  await test.context.storage.put(`${storageKey(owner, photo)}/full.webp`, Buffer.from('picture'));
  if (statuses[other]) await test.sql('update members set status = $2 where member_id = $1', [met.id, statuses[other]]);
  if (other === 'hidden') await test.sql(`update profiles set status = 'hidden' where member_id = $1`, [met.id]);
  const photoLink = imageLinks(test.context, owner, photo, 'approved', viewer.id).filename;
  return { ...state, viewer, otherId: met.id, thirdId: third.id, conversation, photoLink };
}

async function like(fromId: string, toId: string): Promise<void> {
  await test.sql('insert into likes_given values ($1, $2, now())', [fromId, toId]);
  await test.sql('insert into likes_received (member_id, sender_id, created_at) values ($2, $1, now())', [
    fromId,
    toId,
  ]);
}

async function addBlock(byId: string, blockedId: string): Promise<void> {
  await test.sql('insert into blocks values ($1, $2, now())', [byId, blockedId]);
  await test.sql('insert into blocked_by values ($2, $1, now())', [byId, blockedId]);
}

async function converse(
  conversation: string,
  [viewerId, otherId]: readonly string[],
  senders: readonly string[],
  hidden: readonly [boolean, boolean],
): Promise<void> {
  const count = senders.length;
  await test.sql(
    'insert into conversation_pairs (low_id, high_id, conversation_id) values (least($1::uuid, $2), greatest($1::uuid, $2), $3)',
    [viewerId, otherId, conversation],
  );
  await test.sql(
    'insert into conversations (conversation_id, starter_id, receiver_id, last_seq, created_at) values ($1, $2, $3, $4, now())',
    [conversation, viewerId, otherId, count],
  );
  for (const [index, sender] of senders.entries())
    await test.sql(
      `insert into messages (conversation_id, seq, message_id, sender_id, kind, text, credits, created_at)
       values ($1, $2, $3, $4, 'text', 'hello', 0, now())`,
      [conversation, index + 1, randomUUID(), sender],
    );
  for (const [index, side] of [
    [viewerId, otherId],
    [otherId, viewerId],
  ].entries())
    await test.sql(
      `insert into inbox (member_id, conversation_id, other_id, started, hidden, cleared_seq, last_seq, last_at, last_kind, last_own)
       values ($1, $2, $3, $4, $5, case when $5 then $6 else 0 end, $6, now(), 'text', $4)`,
      [side[0], conversation, side[1], index === 0, hidden[index], count],
    );
}

/** The viewer's result for the other on every surface, in the format of the expectation. */
async function look(met: Met): Promise<Record<string, unknown>> {
  const { viewer, otherId, thirdId, conversation, photoLink } = met;
  const ofOther = <Item extends { id: string }>(items: readonly Item[]) => items.find(({ id }) => id === otherId);
  const how = (summary: { online?: boolean } | undefined): string =>
    summary ? (summary.online ? 'full' : 'reduced') : 'none';
  const search = await viewer.call('searchProfiles', { country: 'NL' });
  const similar = await viewer.call('listSimilar', { id: thirdId });
  const similarTo = await viewer.call('listSimilar', { id: otherId });
  const likes = (await viewer.call('listLikes')).body;
  const newLikes = await countNewLikes(test.context, viewer.id);
  const announced = await viewer.call('getAutoLike');
  const profile = await viewer.call('getProfile', { id: otherId });
  const chats = (await viewer.call('listChats')).body.chats;
  const chat = await viewer.call('getChat', { profile: otherId });
  const messages = await viewer.call('searchMessages', { text: 'hello' });
  const blocked = (await viewer.call('listBlocks')).body.profiles;
  const hides = (await viewer.call('listHidden')).body.profiles;
  const photo = await test.app.server.inject({
    url: photoLink,
    headers: { host: 'localhost' },
    cookies: Object.fromEntries(viewer.cookies),
  });
  const heard = hearEvents(test, viewer.id);
  await publishTyping(test.context, otherId, conversation);
  await markRead(test.context, otherId, conversation, 1);
  const live = heard.map(({ type }: LiveEvent) => type).join();
  const liked = await viewer.call('addLike', { profile: otherId });
  const sent = await sendText(viewer, { profile: otherId });
  // Liked members are not shown in the swipe game.
  await test.sql('delete from likes_given where member_id = $1', [viewer.id]);
  const swipe = await viewer.call('getSwipe');
  return {
    search: ofOther(search.body.results) !== undefined,
    similar: ofOther(similar.body.results) !== undefined,
    'swipe game': swipe.body.profile?.id === otherId,
    'similar to the other': similarTo.body.error ?? 'full',
    'likes given': ofOther(likes.profiles) !== undefined,
    'likes received': ofOther(likes.liked_by) !== undefined,
    matches: ofOther(likes.matches) !== undefined,
    'new likes': newLikes,
    'auto-like': announced.status,
    profile: profile.body.error ?? how(profile.body.profile),
    'chat list': how(chats.find(({ profile: { id } }) => id === otherId)?.profile),
    chat: chat.body.error ?? how(chat.body.profile),
    'messages found': messages.body.results.map(({ own, profile: by }) => [own, how(by)]),
    'blocks list': how(ofOther(blocked)),
    'hidden list': how(ofOther(hides)),
    'called hidden': [profile.body.profile?.hidden, chat.body.hidden],
    photo: photo.statusCode,
    live,
    like: liked.body.error ?? 'liked',
    send: sent.body.error ?? 'sent',
  };
}

function expected({ group, contact, block, other, hide }: State): Record<string, unknown> {
  const sight = sightNames[expectedSights[group][contact][blocks.indexOf(block)] ?? ''];
  const full = sight === 'full';
  const shown = full && block === 'none';
  const refusal = sight === 'blocked' ? 'profile.blocked-you' : 'profile.not-found';
  const found = group === 'open' && shown && !hide;
  const liked = contact === 'liked' && shown;
  const listed = (contact === 'answered' || contact === 'unanswered') && block === 'none';
  const readable = contact === 'answered' && (group !== 'gone' || other === 'unlabelled') ? [false, true] : [true];
  const ownBlock = block === 'by viewer' && group !== 'gone';
  const sendable = other === 'unconfirmed' ? 'chat.unconfirmed' : 'sent';
  return {
    search: found,
    similar: found,
    'swipe game': found,
    'similar to the other': full ? 'full' : refusal,
    'likes given': shown,
    'likes received': liked,
    matches: liked,
    'new likes': liked ? 1 : 0,
    'auto-like': liked && other !== 'unconfirmed' ? 200 : 204,
    profile: full ? 'full' : refusal,
    'chat list': listed ? sight : 'none',
    chat: full || sight === 'reduced' ? sight : refusal,
    'messages found': listed ? readable.map((own) => [own, sight]) : [],
    'blocks list': block === 'by viewer' ? sight : 'none',
    'hidden list': hide && (full || sight === 'reduced') ? sight : 'none',
    'called hidden': [full ? hide : undefined, full || sight === 'reduced' ? hide : undefined],
    photo: { full: 200, blocked: 403, reduced: 404, none: 404 }[sight ?? 'none'],
    // The live channel knows no site: fictional members count as labelled there.
    live: listed && (shown || other === 'unlabelled') ? 'typing,read' : '',
    like: shown ? 'liked' : refusal,
    send: ownBlock ? 'chat.you-blocked' : full ? sendable : refusal,
  };
}

const setLabel = async (fictional_warning: boolean): Promise<void> => {
  const values = JSON.stringify({ fictional_warning });
  await test.sql(`update setting_scopes set values = $1 where scope = 'default'`, [values]);
  clearSiteCache();
};

const cases = (Object.keys(others) as Group[])
  .flatMap((group) => others[group].map((other) => [other, group] as const))
  .map((one, place) => [...one, place] as const);

/** With a block, hiding has no effect; there, each pair of contact and block tests it with every other member only. */
const hidesBeside = (contact: Contact, block: Block, place: number): readonly boolean[] =>
  block === 'none' ? [false, true] : [(contacts.indexOf(contact) + blocks.indexOf(block) + place) % 2 === 0];

describe('every surface follows the same visibility rule', () => {
  it.each(cases)('for a member who is %s', async (other, group, place) => {
    await setLabel(other !== 'unlabelled');
    const { site } = await test.context.sites.atHost('localhost', null);
    for (const block of blocks) {
      for (const contact of contacts) {
        // Fictional members have no login, so they never like.
        if (other === 'unlabelled' && contact === 'liked') continue;
        for (const hide of hidesBeside(contact, block, place)) {
          const met = await meet({ other, group, contact, block, hide });
          const state = `${other}, contact ${contact}, block ${block}, ${hide ? 'hidden' : 'not hidden'}`;
          const { viewer, otherId } = met;
          const relationship = await findRelationship(test.context.database, { viewerId: viewer.id, otherId, site });
          if (!relationship) throw new Error(`no relationship: ${state}`);
          const wanted = expected(met);
          const code = expectedSights[group][contact][blocks.indexOf(block)] ?? '';
          expect([state, deriveSight(relationship)]).toEqual([state, sightNames[code]]);
          expect([isFindable(relationship), isShown(relationship)]).toEqual([wanted['search'], wanted['likes given']]);
          expect({ state, ...(await look(met)) }).toEqual({ state, ...wanted });
        }
      }
    }
  });

  it('shows visitors only open members of their site’s pool', async () => {
    for (const [other, group] of cases) {
      await setLabel(other !== 'unlabelled');
      const { otherId, photoLink } = await meet({ other, group, contact: 'none', block: 'none', hide: false });
      if (other !== 'other pool')
        await test.sql(`update profiles set pool = 'default' where member_id = $1`, [otherId]);
      const photoId = photoLink.split('/')[4] ?? '';
      const owner = { kind: 'member', id: otherId } as const;
      const link = imageLinks(test.context, owner, photoId, 'approved', null).filename;
      const photo = await test.app.server.inject({ url: link, headers: { host: 'localhost' } });
      const profile = await test.client().call('getProfile', { id: otherId });
      // Visitors see a clear photo of an open member only if fictional, or by the member's choice.
      const statuses = group === 'open' ? [200, other === 'fictional' ? 200 : 403] : [404, 404];
      expect([other, profile.status, photo.statusCode]).toEqual([other, ...statuses]);
    }
  });
});
