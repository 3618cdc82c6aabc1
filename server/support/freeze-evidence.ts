import type { Input } from '../../contract/index.ts';
import { conversationOfMessage, freezeMessage } from '../chat/freeze-message.ts';
import { freezeProfile } from '../members/freeze-profile.ts';
import { copyPhoto, copyPhotos, ownerOfPhoto } from '../photos/copy-photo.ts';
import type { Reader } from '../platform/database/database.ts';
import { Failure, must, refuse, refuseFields } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { messagesBefore } from './rules.ts';

/** A copy of reported content, as the reporter saw it. */
export interface Evidence {
  kind: 'profile' | 'photo' | 'message';
  content: object;
  picture: Buffer | null;
}

export interface Frozen {
  aboutId: string;
  evidence: Evidence[];
}

type Reported = Pick<Input<'sendReport'>, 'profile' | 'photo' | 'conversation' | 'message'>;

/**
 * Copies what a report is about: a profile with its photos, a photo with the profile, or a message with those before
 * it. Content that the reporter cannot see is refused like missing content. A photo or a message may be named alone.
 * Throws profile.not-found, profile.blocked-you, photo.not-found, chat.not-found, like.self.
 */
export async function freezeEvidence(reader: Reader, call: MemberCall, reported: Reported): Promise<Frozen> {
  mustNameOne(reported);
  const { profile, photo, message } = reported;
  if (message !== undefined) {
    const conversation = reported.conversation ?? (await conversationOfMessage(reader, call.member.id, message));
    return freezeTalk(reader, call, { conversation, message, before: messagesBefore });
  }
  if (photo !== undefined && profile === undefined) return freezeLonePhoto(reader, call, photo);
  return freezeMember(reader, call, profile ?? '', photo);
}

/** Allows a member, a photo or a message; also a photo with its member, and a message with its conversation. */
function mustNameOne({ profile, photo, conversation, message }: Reported): void {
  const isMessage = conversation !== undefined || message !== undefined;
  const isNamed = isMessage || profile !== undefined || photo !== undefined;
  refuseFields({
    profile: !isNamed ? 'field.missing' : isMessage && profile !== undefined ? 'field.invalid' : undefined,
    photo: isMessage && photo !== undefined ? 'field.invalid' : undefined,
    message: conversation !== undefined && message === undefined ? 'field.missing' : undefined,
  });
}

/** A reporter who may not see the member learns neither the photo's owner nor that it exists. */
async function freezeLonePhoto(reader: Reader, call: MemberCall, photo: string): Promise<Frozen> {
  const ownerId = await ownerOfPhoto(reader, photo);
  must(ownerId, 'photo.not-found');
  try {
    return await freezeMember(reader, call, ownerId, photo);
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('profile.')) refuse('photo.not-found');
    throw error;
  }
}

async function freezeTalk(
  reader: Reader,
  call: MemberCall,
  wanted: Parameters<typeof freezeMessage>[2],
): Promise<Frozen> {
  const { context, site, member: viewer } = call;
  const { authorId, photoId, facts } = await freezeMessage(reader, call, wanted);
  const owner = { kind: 'chat', id: wanted.conversation } as const;
  const copy = photoId === null ? null : await copyPhoto(context, reader, { owner, photoId }, { site, viewer });
  return { aboutId: authorId, evidence: [{ kind: 'message', content: facts, picture: copy ?? null }] };
}

async function freezeMember(
  reader: Reader,
  call: MemberCall,
  aboutId: string,
  photoId: string | undefined,
): Promise<Frozen> {
  const { context, site, member } = call;
  must(aboutId !== member.id, 'like.self');
  const { facts, mainPhoto } = await freezeProfile(context, reader, { site, viewerId: member.id }, aboutId);
  const only = photoId === undefined ? undefined : [mainPhoto, photoId];
  // A member without a main photo visible to the reporter has no other visible photo.
  const copies = mainPhoto === null ? [] : await copyPhotos(context, reader, aboutId, { viewer: member, only });
  const pictureOf = (id: string | null) => copies.find((one) => one.photoId === id)?.picture ?? null;
  const profile = { kind: 'profile', content: facts, picture: pictureOf(mainPhoto) } as const;
  if (photoId === undefined) {
    const others = copies.filter((one) => one.photoId !== mainPhoto);
    const beside = others.map(({ photoId: shown, picture }) => {
      return { kind: 'photo', content: { photo: shown, reported: false }, picture } as const;
    });
    return { aboutId, evidence: [profile, ...beside] };
  }
  const picture = pictureOf(photoId);
  must(picture, 'photo.not-found');
  return { aboutId, evidence: [profile, { kind: 'photo', content: { photo: photoId }, picture }] };
}
