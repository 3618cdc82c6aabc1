import { beforeAll, describe, expect, it } from 'vitest';

import { createId } from '../../platform/ids.ts';
import type { LiveEvent } from '../../../contract/events.ts';
import {
  giveCredits,
  hearEvents,
  quickMember,
  sendText,
  configureSite,
  openLink,
} from '../../../tests/support/chat.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import { openSession } from '../../accounts/sessions/sessions.ts';
import { markRead, publishTyping } from '../../chat/read/activity.ts';
import { countNewLikes } from '../../likes/new-likes.ts';
import { imageLinks } from '../../photos/links.ts';
import { storageKey } from '../../photos/picture-files.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findRelationships } from './find-relationships.ts';
import { isLikerReachable, isLikerShown, isOpen, isShownTo, membersLeftOut } from './queries-conditions.ts';
import { type Sight, isFindable, isShown, deriveSight } from './rules.ts';

/** Every kind of other member, grouped by the rows of the table below. */
const others = {
  open: ['open', 'fictional'],
  unconfirmed: ['unconfirmed'],
  withdrawn: ['invisible', 'other pool'],
  paused: ['paused'],
  gone: ['hidden', 'banned', 'deleted', 'leaving', 'unlabeled'],
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
  paused: { none: '-R--', liked: '-R--', answered: 'FR--', unanswered: 'FR--', deleted: '-R--' },
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

const isLabeled = ({ other }: State): boolean => other !== 'unlabeled';

/** All states of a pair. Fictional members have no login, so without a label, which shows them as such, none likes. */
const states: State[] = (Object.keys(others) as Group[])
  .flatMap((group) =>
    others[group].flatMap((other) =>
      contacts.flatMap((contact) =>
        blocks.flatMap((block) => [false, true].map((hide) => ({ other, group, contact, block, hide }))),
      ),
    ),
  )
  .filter(({ other, contact }) => other !== 'unlabeled' || contact !== 'liked');

/** A pair of members in a state, alone in their pool with a third, whose similar members may include the other. */
interface Met extends State {
  viewerId: MemberId;
  otherId: MemberId;
  thirdId: string;
  conversation: ConversationId;
  photo: PhotoId;
}

const test = useTestApp();
let all: Met[];

/** The rows of all pairs, from a table with a row for each. A viewer likes the other, whatever else is between them. */
const fill = [
  ...['members', 'profiles', 'wallets'].map(
    (table) => `
    insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('member_id', id, 'name', id, 'email', id, 'pool', people.pool))).*
      from ${table} t cross join (select unnest(array[viewer, other, third]) as id, conversation::text as pool from met) as people`,
  ),
  `update profiles set invisible = kind = 'invisible', fictional = kind in ('fictional', 'unlabeled'),
          pool = case when kind = 'other pool' then 'away' else pool end,
          paused_until = case kind when 'paused' then now() + interval '1 day' end,
          status = case when kind = 'unconfirmed' then 'disabled' when kind in ('hidden', 'paused') then kind else status end
     from met where member_id = other`,
  `insert into likes_given select viewer, other, now() from met
    union all select other, viewer, now() from met where contact = 'liked'`,
  'insert into likes_received (member_id, sender_id, created_at) select receiver_id, member_id, created_at from likes_given',
  `insert into blocks select viewer, other, now() from met where block in ('by viewer', 'by both')
    union all select other, viewer, now() from met where block in ('by other', 'by both')`,
  'insert into blocked_by select blocked_id, member_id, created_at from blocks',
  'insert into hides select viewer, other, now() from met where hide',
  `create view talks as select *, case contact when 'unanswered' then 1 else 2 end as count
     from met where contact not in ('none', 'liked')`,
  'insert into conversation_pairs select least(viewer, other), greatest(viewer, other), conversation from talks',
  `insert into conversations (conversation_id, starter_id, receiver_id, last_seq, created_at)
   select conversation, viewer, other, count, now() from talks`,
  `insert into messages (conversation_id, seq, message_id, sender_id, kind, text, credits, created_at)
   select conversation, seq, gen_random_uuid(), case seq when 1 then viewer else other end, 'text', 'hello', 0, now()
     from talks cross join generate_series(1, count) as seq`,
  `insert into inbox (member_id, conversation_id, other_id, started, hidden, cleared_seq, last_seq, last_at, last_kind, last_own)
   select one, conversation, another, own, gone, case when gone then count else 0 end, count, now(), 'text', own
     from talks cross join lateral (values (viewer, other, true), (other, viewer, false)) as side (one, another, own)
    cross join lateral (select block <> 'none' or own and contact = 'deleted' as gone) as kept`,
  `insert into photos (member_id, photo_id, position, status, checked, width, height, created_at)
   select other, photo, 0, 'approved', true, 10, 10, now() from met`,
  `update profiles set main_photo = photo, main_photo_status = 'approved', main_photo_checked = true
     from met where member_id = other`,
  `update members set status = case kind when 'unconfirmed' then 'not_confirmed' when 'leaving' then 'pending_deletion' else kind end
     from met where member_id = other and kind in ('unconfirmed', 'banned', 'deleted', 'leaving')`,
];

beforeAll(async () => {
  await quickMember(test, { paid: true });
  all = states.map((state) => {
    const [viewerId, otherId] = [createId<MemberId>(), createId<MemberId>()];
    const [conversation, photo] = [createId<ConversationId>(), createId<PhotoId>()];
    return { ...state, viewerId, otherId, thirdId: createId(), conversation, photo };
  });
  await test.sql(
    'create table met (viewer uuid, other uuid, third uuid, conversation uuid, photo uuid, kind text, contact text, block text, hide boolean)',
  );
  const rows = all.map(({ viewerId: viewer, otherId: other, thirdId: third, other: kind, ...met }) => ({
    ...met,
    viewer,
    other,
    third,
    kind,
  }));
  await test.sql('insert into met select * from jsonb_populate_recordset(null::met, $1)', [JSON.stringify(rows)]);
  for (const statement of fill) await test.sql(statement);
});

/** Returns the viewer's result for the other on every surface, in the format of the expectation. */
async function look({ viewerId, otherId, thirdId, conversation, photo }: Met): Promise<Record<string, unknown>> {
  const viewer = Object.assign(test.client(), { id: viewerId });
  const opening = (tx: Transaction) => openSession(tx, viewerId, 'web', test.clock.now());
  viewer.cookies.set(test.context.sessionCookie, await test.context.database.transaction(opening));
  await giveCredits(test, viewerId, 50);
  const owner = { kind: 'member', id: otherId } as const;
  await test.context.storage.put(`${storageKey(owner, photo)}/full.webp`, Buffer.from('picture'));
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
  const picture = await openLink(test, imageLinks(test.context, owner, photo, 'approved', viewerId).filename, viewer);
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
    photo: picture.statusCode,
    live,
    like: liked.body.error ?? 'liked',
    send: sent.body.error ?? 'sent',
  };
}

const formatName = ({ other, contact, block, hide }: State): string =>
  `${other}, contact ${contact}, block ${block}, ${hide ? 'hidden' : 'not hidden'}`;

const getSight = ({ group, contact, block }: State): Sight =>
  sightNames[expectedSights[group][contact][blocks.indexOf(block)] ?? ''] ?? 'none';

function expected(state: State): Record<string, unknown> {
  const { group, contact, block, other, hide } = state;
  const sight = getSight(state);
  const full = sight === 'full';
  const unblocked = full && block === 'none';
  const paused = group === 'paused';
  const shown = unblocked && !paused;
  // Nobody sees a paused member online.
  const seen = paused && full ? 'reduced' : sight;
  const refusal = sight === 'blocked' ? 'profile.blocked-you' : 'profile.not-found';
  const found = group === 'open' && shown && !hide;
  const liked = contact === 'liked' && shown;
  const listed = (contact === 'answered' || contact === 'unanswered') && block === 'none';
  const readable = contact === 'answered' && (group !== 'gone' || other === 'unlabeled') ? [false, true] : [true];
  const ownBlock = block === 'by viewer' && group !== 'gone';
  const sendable = other === 'unconfirmed' ? 'chat.unconfirmed' : paused ? 'chat.paused' : 'sent';
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
    profile: full ? seen : refusal,
    'chat list': listed ? seen : 'none',
    chat: full || sight === 'reduced' ? seen : refusal,
    'messages found': listed ? readable.map((own) => [own, seen]) : [],
    'blocks list': block === 'by viewer' ? sight : 'none',
    'hidden list': hide && (full || sight === 'reduced') ? seen : 'none',
    'called hidden': [full ? hide : undefined, full || sight === 'reduced' ? hide : undefined],
    photo: { full: 200, blocked: 403, reduced: 404, none: 404 }[sight],
    // The live channel knows no site: fictional members count as labeled there.
    live: listed && (shown || other === 'unlabeled') ? 'typing,read' : '',
    like: unblocked ? 'liked' : refusal,
    send: ownBlock ? 'chat.you-blocked' : full ? sendable : refusal,
  };
}

describe('visibility', () => {
  it('is decided alike by the rule and by the SQL of lists, as the table says, in every state', async () => {
    const { site } = await test.context.sites.atHost('localhost', null);
    const views = all.map((met) => ({
      viewerId: met.viewerId,
      otherId: met.otherId,
      site: { ...site, settings: { ...site.settings, fictional_warning: isLabeled(met) } },
    }));
    const found = await findRelationships(test.context.database, views);
    const conditions = await test.sql<Record<'viewer' | 'shown' | 'liker' | 'reachable' | 'findable', unknown>>(
      `select viewer, ${isShownTo('viewer', 'p', "(kind <> 'unlabeled')")} as shown,
              ${isLikerShown('viewer', 'p')} as liker, ${isLikerReachable('viewer', 'p')} as reachable,
              ${isOpen('p')} and p.pool = v.pool and (kind <> 'unlabeled' or not p.fictional)
                and p.member_id not in (${membersLeftOut('viewer')}) as findable
         from met join profiles p on p.member_id = other join profiles v on v.member_id = viewer`,
    );
    const byViewer = new Map(conditions.map((row) => [row.viewer, row]));
    const wrong = all.filter((met, place) => {
      const wanted = expected(met);
      const [relationship, sql] = [found[place], byViewer.get(met.viewerId)];
      if (!relationship || !sql) return true;
      const isLiker = met.contact === 'liked';
      return !(
        deriveSight(relationship) === getSight(met) &&
        isFindable(relationship) === wanted['search'] &&
        sql.findable === wanted['search'] &&
        isShown(relationship) === wanted['likes given'] &&
        sql.shown === wanted['likes given'] &&
        (!isLiker || (sql.liker === wanted['likes received'] && sql.reachable === (wanted['auto-like'] === 200)))
      );
    });
    expect(wrong.map(formatName)).toEqual([]);
    expect(found).toHaveLength(432);
  });

  it('is the same on every surface', async () => {
    // The first state of each outcome for each kind of other member.
    const firsts = new Map(all.toReversed().map((met) => [met.other + JSON.stringify(expected(met)), met]));
    const sample = [...firsts.values()];
    expect(sample).toHaveLength(82);
    for (const labeled of [true, false]) {
      await configureSite(test, { fictional_warning: labeled });
      const chosen = sample.filter((one) => isLabeled(one) === labeled);
      // Each pair is alone in its pool, so several can be looked at at once.
      for (let first = 0; first < chosen.length; first += 5) {
        const some = chosen.slice(first, first + 5);
        const found = await Promise.all(some.map(async (met) => ({ state: formatName(met), ...(await look(met)) })));
        expect(found).toEqual(some.map((met) => ({ state: formatName(met), ...expected(met) })));
      }
    }
    await configureSite(test, { fictional_warning: true });
  });

  it('is limited to open members of the site’s pool for visitors', async () => {
    const strangers = all.filter(({ contact, block, hide }) => contact === 'none' && block === 'none' && !hide);
    for (const met of strangers) {
      const { other, group, otherId, photo } = met;
      await configureSite(test, { fictional_warning: isLabeled(met) });
      if (other !== 'other pool')
        await test.sql(`update profiles set pool = 'default' where member_id = $1`, [otherId]);
      const owner = { kind: 'member', id: otherId } as const;
      await test.context.storage.put(`${storageKey(owner, photo)}/full.webp`, Buffer.from('picture'));
      const url = imageLinks(test.context, owner, photo, 'approved', null).filename;
      const picture = await openLink(test, url);
      const profile = await test.client().call('getProfile', { id: otherId });
      // Visitors see a clear photo of an open member only if fictional, or by the member's choice.
      const wanted = group === 'open' ? [200, other === 'fictional' ? 200 : 403] : [404, 404];
      expect([other, profile.status, picture.statusCode]).toEqual([other, ...wanted]);
    }
  });
});
