import type { Input } from '../../contract/index.ts';
import { freezeMessage } from '../chat/freeze-message.ts';
import { freezeProfile } from '../members/freeze-profile.ts';
import { copyPhoto } from '../photos/copy-photo.ts';
import type { PictureOwner } from '../photos/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, refuseFields } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { messagesBefore } from './rules.ts';

/** A copy of what was reported, as the reporter saw it. */
export interface Evidence {
  kind: 'profile' | 'photo' | 'message';
  content: object;
  picture: Buffer | null;
}

type Reported = Pick<Input<'sendReport'>, 'profile' | 'photo' | 'conversation' | 'message'>;

/**
 * Copies what a report is about: the member's profile and, of a photo, the picture, or a message with what came before
 * it. Only what the reporter sees: anything else is refused like what does not exist. Throws profile.not-found,
 * profile.blocked-you, photo.not-found, chat.not-found, like.self.
 */
export async function freezeEvidence(
  reader: Reader,
  call: MemberCall,
  reported: Reported,
): Promise<{ aboutId: string; evidence: Evidence[] }> {
  mustNameOne(reported);
  const { profile, photo, conversation, message } = reported;
  if (conversation !== undefined && message !== undefined)
    return freezeTalk(reader, call, { conversation, message, before: messagesBefore });
  return freezeMember(reader, call, profile ?? '', photo);
}

/** A member, a photo of a member, or a message of a conversation; nothing else. */
function mustNameOne({ profile, photo, conversation, message }: Reported): void {
  const isMessage = conversation !== undefined || message !== undefined;
  refuseFields({
    profile: (profile === undefined) === isMessage ? undefined : isMessage ? 'field.invalid' : 'field.missing',
    photo: isMessage && photo !== undefined ? 'field.invalid' : undefined,
    conversation: message !== undefined && conversation === undefined ? 'field.missing' : undefined,
    message: conversation !== undefined && message === undefined ? 'field.missing' : undefined,
  });
}

async function freezeTalk(
  reader: Reader,
  call: MemberCall,
  wanted: Parameters<typeof freezeMessage>[2],
): Promise<{ aboutId: string; evidence: Evidence[] }> {
  const { authorId, photoId, facts } = await freezeMessage(reader, call, wanted);
  const owner = { kind: 'chat', id: wanted.conversation } as const;
  const picture = photoId === null ? null : await copy(reader, call, owner, photoId);
  return { aboutId: authorId, evidence: [{ kind: 'message', content: facts, picture }] };
}

async function freezeMember(
  reader: Reader,
  call: MemberCall,
  aboutId: string,
  photoId: string | undefined,
): Promise<{ aboutId: string; evidence: Evidence[] }> {
  const { context, site, member } = call;
  must(aboutId !== member.id, 'like.self');
  const { facts, mainPhoto } = await freezeProfile(context, reader, { site, viewerId: member.id }, aboutId);
  const owner = { kind: 'member', id: aboutId } as const;
  const main = mainPhoto === null ? null : await copy(reader, call, owner, mainPhoto);
  const evidence: Evidence[] = [{ kind: 'profile', content: facts, picture: main }];
  if (photoId === undefined) return { aboutId, evidence };
  const picture = await copy(reader, call, owner, photoId);
  must(picture, 'photo.not-found');
  return { aboutId, evidence: [...evidence, { kind: 'photo', content: { photo: photoId }, picture }] };
}

async function copy(
  reader: Reader,
  { context, site, member }: MemberCall,
  owner: PictureOwner,
  photoId: string,
): Promise<Buffer | null> {
  return (await copyPhoto(context, reader, { owner, photoId }, { site, viewer: member })) ?? null;
}
