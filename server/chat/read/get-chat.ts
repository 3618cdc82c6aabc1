import { chatPageMessages } from '../../../contract/chat/limits.ts';
import type { Message } from '../../../contract/chat/operations.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import type { AppContext } from '../../context.ts';
import { listProfileSummaries } from '../../members/list-summaries.ts';
import { findRelationship, sightUnlessBlocked } from '../../members/visibility/find-relationships.ts';
import { asSeen, findSendBlocker, textPrice, textTerms } from '../../members/visibility/rules.ts';
import { must } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { presentDraft } from '../drafts/save-draft.ts';
import { findTarget } from '../find-target.ts';
import { type MessageReader, presentMessages } from '../hydrate-messages.ts';
import { type SideRow, findBalanceAndDraft, listBackwards, listForwards, readSide } from '../queries.ts';
import { pricesFor, visibleFrom } from '../rules.ts';
import { advanceRead } from './activity.ts';
import { isGiven, recordServed } from './record-served.ts';

interface Range {
  before?: number;
  after?: number;
}

/**
 * Returns the latest 50 messages, or the 50 before or after a `seq` (specification, sections 4 and 6). Only opening the
 * latest page marks it as read. Throws chat.not-found, profile.not-found, profile.blocked-you.
 */
export const getChat: Handler<'getChat'> = async (input, call) => {
  const { context, member, site } = call;
  const { database } = context;
  const viewerId = member.id;
  const otherId = await findTarget(context, viewerId, input);
  must(otherId !== viewerId, 'profile.not-found');
  const [relationship, side] = await Promise.all([
    findRelationship(database, { viewerId, otherId, site }),
    database.first(readSide, { memberId: viewerId, otherId }),
  ]);
  must(relationship, 'profile.not-found');
  const sight = sightUnlessBlocked(relationship);
  must(side || input.conversation === undefined, 'chat.not-found');
  const reader = { viewerId, otherId, sight, paid: member.paid, former: relationship.status === 'hidden' };
  const [page, [summary], own] = await Promise.all([
    side ? readPage(context, side, reader, input) : { messages: [], has_older: false, hidden_older: false },
    listProfileSummaries(context, database, [{ viewerId, otherId }]),
    database.first(findBalanceAndDraft, { memberId: viewerId, otherId }),
  ]);
  const profile = summary && asSeen(summary, sight);
  must(profile, 'profile.not-found');
  const conversation = side && {
    id: side.conversation_id,
    last_seq: side.last_seq,
    read_seq: side.read_seq,
    // Reading reveals that a member is online.
    other_read_seq: sight === 'full' && relationship.status !== 'paused' ? side.other_read_seq : 0,
    unread: await readUpTo(call, side, page.messages, input),
  };
  const { settings } = site;
  const { balance: credits = 0, text = null, written_at = null } = own ?? {};
  const unaffordable = canPay(credits, textPrice(settings, relationship)) ? null : 'credits';
  return {
    conversation: conversation ?? null,
    profile,
    ...page,
    ...(side?.removed.length ? { removed: side.removed } : {}),
    hidden: relationship.hidden_by_viewer,
    send_blocker: findSendBlocker(relationship) ?? unaffordable,
    free_answer: relationship.gift_unanswered,
    reply_credits: relationship.fictional ? null : textTerms(settings, relationship).reply_credits,
    ...pricesFor(settings, relationship.fictional),
    message_length: settings.message_length,
    credits,
    draft: text !== null && written_at ? presentDraft({ text, written_at }) : null,
  };
};

// The page ends where the member's side ended when it was read: a later message arrives as an event and stays unread.
async function readPage(context: AppContext, side: SideRow, reader: MessageReader, { before, after }: Range) {
  const { floor, hidden } = visibleFrom(side, reader.paid);
  const above = Math.max(floor, after ?? 0);
  const below = Math.min(side.last_seq + 1, before ?? Number.MAX_SAFE_INTEGER);
  const range = { conversationId: side.conversation_id, above, below, limit: chatPageMessages };
  const rows = await context.database.all(after === undefined ? listBackwards : listForwards, range);
  if (after === undefined) rows.reverse();
  const first = rows[0]?.seq ?? (after === undefined ? below : above + 1);
  return {
    messages: await presentMessages(context, rows, reader),
    has_older: first > floor + 1,
    hidden_older: hidden,
  };
}

/** Returns how many messages are unread afterwards. */
async function readUpTo(
  { context, member }: MemberCall,
  side: SideRow,
  messages: readonly Message[],
  { before, after }: Range,
): Promise<number> {
  const seen = messages.at(-1)?.seq ?? 0;
  if (seen <= side.read_seq) return side.unread;
  const conversationId = side.conversation_id;
  if (before !== undefined || after !== undefined) {
    const seqs = messages.filter((one) => one.seq > side.read_seq && isGiven(one)).map(({ seq }) => seq);
    await recordServed(context.database, [{ memberId: member.id, conversationId, seqs }]);
    return side.unread;
  }
  const left = await context.database.transaction((tx) => advanceRead(context, tx, member.id, conversationId, seen));
  return left ?? side.unread;
}
