import type { GiftAnswer } from '../../contract/chat/gifts.ts';
import type { Message } from '../../contract/chat/operations.ts';
import type { Image } from '../../contract/members/operations.ts';
import { isId } from '../../contract/platform/id.ts';
import type { AppContext } from '../context.ts';
import type { Sight } from '../members/visibility/rules.ts';
import { imageLinks } from '../photos/links.ts';
import { listProfilePhotos } from '../photos/list-photos.ts';
import { detectLanguage } from '../platform/text/detect-language.ts';
import { type GiftAnswerRow, type MessageRow, listGiftAnswers } from './queries.ts';

interface Pair {
  viewerId: MemberId;
  otherId: MemberId;
}

export interface MessageReader extends Pair {
  sight: Sight;
  paid: boolean;
  /** The other member is gone: none of their content is shown. */
  former: boolean;
}

export async function presentMessages(context: AppContext, rows: readonly MessageRow[], reader: MessageReader) {
  const { viewerId, former } = reader;
  const seqs = rows.filter(({ kind }) => kind === 'gift').map(({ seq }) => seq);
  const conversationId = rows[0]?.conversation_id;
  const [quote, answers] = await Promise.all([
    loadQuotes(context, rows, reader),
    conversationId && seqs.length > 0 ? context.database.all(listGiftAnswers, { conversationId, seqs }) : [],
  ]);
  return rows.map((row) => presentMessage(context, row, viewerId, { former, quote, answers }));
}

/** Presents a message as it is sent: its quote was just checked, and its gift has no answers. */
export function presentSent(context: AppContext, row: MessageRow, pair: Pair): Message {
  const { viewerId } = pair;
  const owner = { kind: 'member', id: getOwnerId(row, pair) } as const;
  const quote = () => presentQuote(row, true, (photoId) => imageLinks(context, owner, photoId, 'approved', viewerId));
  return presentMessage(context, row, viewerId, { former: false, quote, answers: [] });
}

/**
 * Returns a gift's answers as one member sees them: the other's only once both answered. `rows` may be of several
 * gifts.
 */
export function answersAsSeen(rows: readonly GiftAnswerRow[], seq: number, viewerId: MemberId): Message['answers'] {
  const answerBy = (isOwn: boolean) => {
    const row = rows.find((answer) => answer.seq === seq && (answer.member_id === viewerId) === isOwn);
    // A check constraint limits the column to these values.
    return (row?.answer ?? null) as GiftAnswer | null;
  };
  const [own, other] = [answerBy(true), answerBy(false)];
  return { own, other: own === null ? null : other, other_answered: other !== null };
}

/** Presents a message to a viewer. Only its sender gets the price and the idempotency key. */
function presentMessage(
  context: AppContext,
  row: MessageRow,
  viewerId: MemberId,
  shown: { former: boolean; quote(row: MessageRow): Message['quote']; answers: readonly GiftAnswerRow[] },
): Message {
  const own = row.sender_id === viewerId;
  const isRemoved = row.removed_at !== null;
  const isGone = isRemoved || (shown.former && !own);
  const text = isGone ? null : row.text;
  const language = text === null ? undefined : detectLanguage(text);
  const album = { kind: 'chat', id: row.conversation_id } as const;
  return {
    id: row.message_id,
    conversation: row.conversation_id,
    seq: row.seq,
    kind: isRemoved ? 'removed' : row.kind,
    own,
    text,
    ...(language && { language }),
    photo: isGone || row.photo_id === null ? null : imageLinks(context, album, row.photo_id, 'approved', viewerId),
    gift: isRemoved ? null : (row.gift as Message['gift']),
    answers: isRemoved || shown.former || row.kind !== 'gift' ? null : answersAsSeen(shown.answers, row.seq, viewerId),
    quote: isGone ? null : shown.quote(row),
    credits: own ? row.credits : 0,
    idempotency_key: own ? row.idempotency_key : null,
    at: row.created_at.toISOString(),
  };
}

/**
 * Loads quotes. Readers see those from their own profile, unless the photo was deleted; others only while they see the
 * profile, and photos only while unlocked for them.
 */
async function loadQuotes(context: AppContext, rows: readonly MessageRow[], reader: MessageReader) {
  const { viewerId, sight, paid } = reader;
  const owners = new Set(rows.flatMap((row) => (row.quote_kind === 'photo' ? [getOwnerId(row, reader)] : [])));
  const lists = await Promise.all(
    [...owners].map((ownerId) => listProfilePhotos(context, ownerId, { id: viewerId, paid })),
  );
  const images = new Map(lists.flat().map(({ id, image }) => [id, image]));
  return (row: MessageRow) => presentQuote(row, isSeen(row, viewerId, sight), (photoId) => images.get(photoId) ?? null);
}

/** Returns a quote for the evidence of a report; a photo is given by its id. */
export function copyQuote(row: MessageRow, viewerId: MemberId, sight: Sight): object | null {
  const shown = presentQuote(row, isSeen(row, viewerId, sight), () => null);
  return shown && { kind: shown.kind, value: shown.kind === 'photo' ? row.quote : shown.text };
}

function isSeen({ sender_id: senderId }: MessageRow, viewerId: MemberId, sight: Sight): boolean {
  return senderId !== viewerId || sight === 'full';
}

function getOwnerId(row: MessageRow, { viewerId, otherId }: Pair): MemberId {
  return row.sender_id === viewerId ? otherId : viewerId;
}

function presentQuote(row: MessageRow, isShown: boolean, photo: (photoId: PhotoId) => Image | null): Message['quote'] {
  const { quote_kind: kind, quote: value } = row;
  if (kind === null || value === null) return null;
  // A sentence is empty once staff have removed the text that it was taken from.
  if (!isShown || value === '') return { kind, text: null, photo: null };
  return kind === 'photo'
    ? { kind, text: null, photo: isId<PhotoId>(value) ? photo(value) : null }
    : { kind, text: value, photo: null };
}
