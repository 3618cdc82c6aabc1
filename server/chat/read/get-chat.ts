import { canPay } from '../../../contract/credits/can-pay.ts';
import type { Chat, Message } from '../../../contract/chat/operations.ts';
import { chatPageMessages } from '../../../contract/chat/limits.ts';
import { loadBalance } from '../../credits/load-balance.ts';
import { listProfileSummaries } from '../../members/list-profile-summaries.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import {
  type Relationship,
  type Sight,
  asSeen,
  findSendBlocker,
  deriveSight,
  textPrice,
  textTerms,
} from '../../members/visibility/rules.ts';
import { must, refuse } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { advanceRead } from './advance-read.ts';
import { isGiven, recordServed } from './record-served.ts';
import { presentDraft } from '../drafts/present.ts';
import { findDraft } from '../drafts/queries.ts';
import { chatPhotos, seenFootholds } from '../foothold.ts';
import { seenAnswers } from '../gifts/seen-answers.ts';
import { presentMessage } from '../present.ts';
import { type SideRow, listBackwards, listForwards, readSide } from '../queries.ts';
import { findTarget } from '../find-target.ts';
import { pricesFor, blockerRefusal, visibleFrom } from '../rules.ts';

interface Range {
  before?: number;
  after?: number;
}

interface Page {
  messages: Message[];
  has_older: boolean;
  hidden_older: boolean;
}

/**
 * Returns a conversation as the member sees it: the latest 50 messages, or the 50 before or after a `seq`
 * (specification, sections 4 and 6). Opening the latest page marks it as read; other pages are only recorded as
 * served. If there is no conversation yet, it is empty. Throws chat.not-found, profile.not-found, profile.blocked-you.
 */
export const getChat: Handler<'getChat'> = async (input, call) => {
  const { database } = call.context;
  const viewerId = call.member.id;
  const otherId = await findTarget(database, viewerId, input);
  must(otherId !== viewerId, 'profile.not-found');
  const [relationship, side] = await Promise.all([
    findRelationship(database, { viewerId, otherId, site: call.site }),
    database.first(readSide, { memberId: viewerId, otherId }),
  ]);
  must(relationship, 'profile.not-found');
  const sight = deriveSight(relationship);
  if (sight === 'blocked') refuse(...blockerRefusal('blocked', relationship.name));
  must(side || input.conversation === undefined, 'chat.not-found');
  const [page, [summary], credits, draft] = await Promise.all([
    side
      ? readPage(call, { side, sight, otherId, former: relationship.status === 'hidden' }, input)
      : { messages: [], has_older: false, hidden_older: false },
    listProfileSummaries(call.context, database, [{ viewerId, otherId }]),
    loadBalance(database, viewerId),
    database.first(findDraft, { memberId: viewerId, otherId }),
  ]);
  const profile = summary && asSeen(summary, sight);
  must(profile, 'profile.not-found');
  const unread = side ? await readUpTo(call, side, page, input) : 0;
  const conversation = side && {
    id: side.conversation_id,
    last_seq: side.last_seq,
    // Reading reveals that a member is online, so only viewers with full sight of the member learn of it.
    other_read_seq: sight === 'full' ? side.other_read_seq : 0,
    unread,
  };
  const terms = termsOf(call, relationship, credits);
  const removed = side?.removed.length ? { removed: side.removed } : {};
  return { conversation: conversation ?? null, profile, ...page, ...removed, ...terms, draft: presentDraft(draft) };
};

function termsOf(
  call: MemberCall,
  relationship: Relationship,
  credits: number,
): Pick<
  Chat,
  | 'hidden'
  | 'bar'
  | 'free_answer'
  | 'reply_credits'
  | 'message_credits'
  | 'photo_credits'
  | 'message_length'
  | 'credits'
> {
  const { settings } = call.site;
  const prices = pricesFor(settings, relationship.fictional);
  const sendBlocker =
    findSendBlocker(relationship) ?? (canPay(credits, textPrice(settings, relationship)) ? null : 'credits');
  return {
    hidden: relationship.hidden_by_viewer,
    bar: sendBlocker,
    free_answer: relationship.gift_unanswered,
    reply_credits: relationship.fictional ? null : textTerms(settings, relationship).reply_credits,
    ...prices,
    message_length: settings.message_length,
    credits,
  };
}

// The page ends where the member's side ended when it was read: a later message arrives as an event and stays unread.
async function readPage(
  call: MemberCall,
  { side, sight, otherId, former }: { side: SideRow; sight: Sight; otherId: string; former: boolean },
  { before, after }: Range,
): Promise<Page> {
  const { floor, hidden } = visibleFrom(side, call.member.paid);
  const lower = Math.max(floor, after ?? 0);
  const upper = Math.min(side.last_seq + 1, before ?? Number.MAX_SAFE_INTEGER);
  const statement = after === undefined ? listBackwards : listForwards;
  const range = { conversationId: side.conversation_id, above: lower, below: upper, limit: chatPageMessages };
  const rows = await call.context.database.all(statement, range);
  if (after === undefined) rows.reverse();
  const { context, member } = call;
  const viewerId = member.id;
  const [foothold, answers] = await Promise.all([
    seenFootholds(context, rows, { viewerId, otherId, sight, paid: member.paid }),
    seenAnswers(context.database, rows, viewerId),
  ]);
  const shown = { former, photo: chatPhotos(context, { viewerId, otherId }), foothold, answers };
  const first = rows[0]?.seq ?? (after === undefined ? upper : lower + 1);
  return {
    messages: rows.map((row) => presentMessage(row, viewerId, shown)),
    has_older: first > floor + 1,
    hidden_older: hidden,
  };
}

async function readUpTo(call: MemberCall, side: SideRow, page: Page, { before, after }: Range): Promise<number> {
  const seen = page.messages.at(-1)?.seq ?? 0;
  if (seen <= side.read_seq) return side.unread;
  const { context, member } = call;
  if (before !== undefined || after !== undefined) {
    const seqs = page.messages.filter((one) => one.seq > side.read_seq && isGiven(one)).map(({ seq }) => seq);
    await recordServed(context, member.id, [{ conversationId: side.conversation_id, seqs }]);
    return side.unread;
  }
  const left = await context.database.transaction((tx) =>
    advanceRead(context, tx, member.id, side.conversation_id, seen),
  );
  return left ?? side.unread;
}
