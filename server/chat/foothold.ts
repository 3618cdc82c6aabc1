import type { Message } from '../../contract/chat/operations.ts';
import type { Image } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import type { Sight } from '../members/visibility/rules.ts';
import { imageLinks } from '../photos/links.ts';
import { listProfilePhotos } from '../photos/list-profile-photos.ts';
import type { Shown } from './present.ts';
import type { MessageRow } from './queries.ts';

export interface Readers {
  viewerId: string;
  otherId: string;
}

/** Signs the photos that were sent in a conversation. */
export function chatPhotos(context: AppContext, { viewerId }: Readers): Shown['photo'] {
  return ({ conversation_id: id }, photoId) => imageLinks(context, { kind: 'chat', id }, photoId, 'approved', viewerId);
}

/** Footholds as they were checked when their message was sent. */
export function sentFoothold(context: AppContext, pair: Readers): Shown['foothold'] {
  const { viewerId } = pair;
  return (row) =>
    present(row, true, (photoId) =>
      imageLinks(context, { kind: 'member', id: ownerOf(row, pair) }, photoId, 'approved', viewerId),
    );
}

/**
 * Footholds as the reader may see them now. Readers see quotes from their own profile, unless the photo was deleted;
 * quotes from the other's profile only while they see that profile, and photos only while unlocked for them.
 */
export async function seenFootholds(
  context: AppContext,
  rows: readonly MessageRow[],
  { sight, paid, ...pair }: Readers & { sight: Sight; paid: boolean },
): Promise<Shown['foothold']> {
  const { viewerId } = pair;
  const owners = new Set(rows.flatMap((row) => (row.foothold_kind === 'photo' ? [ownerOf(row, pair)] : [])));
  const lists = await Promise.all(
    [...owners].map((ownerId) => listProfilePhotos(context, ownerId, { id: viewerId, paid })),
  );
  const images = new Map(lists.flat().map(({ id, image }) => [id, image]));
  return (row) => present(row, isSeen(row, viewerId, sight), (photoId) => images.get(photoId) ?? null);
}

/** A foothold as the reader sees it now, for the evidence of a report; a photo is given by its id. */
export function frozenFoothold(row: MessageRow, viewerId: string, sight: Sight): object | null {
  const shown = present(row, isSeen(row, viewerId, sight), () => null);
  return shown && { kind: shown.kind, value: shown.kind === 'photo' ? row.foothold : shown.text };
}

function isSeen({ sender_id: senderId }: MessageRow, viewerId: string, sight: Sight): boolean {
  return senderId !== viewerId || sight === 'full';
}

/** A foothold always belongs to the profile of the message's receiver. */
function ownerOf(row: MessageRow, { viewerId, otherId }: Readers): string {
  return row.sender_id === viewerId ? otherId : viewerId;
}

function present(row: MessageRow, isShown: boolean, photo: (photoId: string) => Image | null): Message['foothold'] {
  const { foothold_kind: kind, foothold: value } = row;
  if (kind === null || value === null) return null;
  const isPhoto = kind === 'photo';
  // A sentence is empty once staff have removed the text that it was taken from.
  return {
    kind,
    text: isShown && !isPhoto && value !== '' ? value : null,
    photo: isShown && isPhoto ? photo(value) : null,
  };
}
