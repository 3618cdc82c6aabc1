import { hash } from 'node:crypto';

import type { Input } from '../../contract/index.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { block } from '../chat/block/block-member.ts';
import { findConversationOfMessage, copyMessage } from '../chat/moderate-messages.ts';
import { lockWallets } from '../credits/wallets.ts';
import { copyProfile } from '../members/get-profile.ts';
import { copyPhoto, copyPhotos, findPhotoOwner } from '../photos/copy-photo.ts';
import type { Transaction, Reader } from '../platform/database/database.ts';
import { Failure, must, refuse, refuseFields } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { deferOutcome, once } from '../platform/idempotency.ts';
import { deriveComplaintNumber, deriveComplaintToken } from './numbers.ts';
import { insertComplaint, insertEvidence, keepPicture } from './queries.ts';
import { cleanText, messagesBefore } from './rules.ts';
import { complaintReceived } from './support-mail.ts';

/**
 * Stores a report with a copy of its subject and, if requested, blocks the member. The same key gives the same
 * response, although the block hides the subject. Throws the errors of `copyEvidence`, and request.key-reused.
 */
export const sendReport: Handler<'sendReport'> = async ({ idempotency_key: key, ...input }, call) => {
  const { context, member } = call;
  const memberId = member.id;
  const now = context.clock.now();
  // Reads files, so it runs before any lock. A repeated call may find nothing, and responds like the first.
  const copied = await deferOutcome(copyEvidence(context.database, call, input));
  const { number } = await context.database.transaction(async (tx) => {
    // Two calls with one key wait for each other.
    await lockWallets(tx, [memberId]);
    return once(tx, { memberId, key, operation: 'sendReport', body: input, now }, async () =>
      storeReport(tx, call, { input, key, seen: copied() }),
    );
  });
  return { number, token: deriveComplaintToken(context, number), blocked: input.block, mailed: member.confirmed };
};

async function storeReport(
  tx: Transaction,
  call: MemberCall,
  { key, input, seen }: { key: string; input: Omit<Input<'sendReport'>, 'idempotency_key'>; seen: EvidenceCopy },
): Promise<{ number: string }> {
  const { context, member, site, language } = call;
  const number = deriveComplaintNumber(context, `${member.id} ${key}`);
  const now = context.clock.now();
  const { aboutId, evidence } = seen;
  const report = { kind: 'report', reason: input.reason, reporterId: member.id, aboutId } as const;
  const fields = {
    name: '',
    email: '',
    mailbox: null,
    receipt: member.confirmed,
    text: cleanText(input.text ?? ''),
    url: '',
    contests: null,
  };
  await tx.run(insertComplaint, { number, ...report, site: site.key, language, ...fields, now });
  for (const [position, { kind, content, picture }] of evidence.entries()) {
    const pictureHash = picture && hash('sha256', picture, 'hex');
    if (picture && pictureHash) await tx.run(keepPicture, { pictureHash, picture });
    await tx.run(insertEvidence, { number, position, kind, content, pictureHash });
  }
  if (input.block) await block(tx, call, aboutId);
  await queueMail(tx, call, { template: complaintReceived, memberId: member.id, id: number });
  return { number };
}

interface Evidence {
  kind: 'profile' | 'photo' | 'message';
  content: object;
  picture: Buffer | null;
}

interface EvidenceCopy {
  aboutId: MemberId;
  evidence: Evidence[];
}

type Reported = Pick<Input<'sendReport'>, 'profile' | 'photo' | 'conversation' | 'message'>;

/**
 * Copies the subject of a report. Content that the reporter cannot see is refused like missing content. Throws
 * profile.not-found, profile.blocked-you, photo.not-found, chat.not-found, like.self.
 */
async function copyEvidence(reader: Reader, call: MemberCall, reported: Reported): Promise<EvidenceCopy> {
  mustNameOne(reported);
  const { profile, photo, message } = reported;
  if (message !== undefined) {
    const conversation = reported.conversation ?? (await findConversationOfMessage(reader, call.member.id, message));
    return copyMessageEvidence(reader, call, { conversation, message, before: messagesBefore });
  }
  if (photo !== undefined && profile === undefined) return copyPhotoEvidence(reader, call, photo);
  must(profile, 'profile.not-found');
  return copyProfileEvidence(reader, call, profile, photo);
}

function mustNameOne({ profile, photo, conversation, message }: Reported): void {
  const isMessage = conversation !== undefined || message !== undefined;
  const isNamed = isMessage || profile !== undefined || photo !== undefined;
  refuseFields({
    profile: !isNamed ? 'field.missing' : isMessage && profile !== undefined ? 'field.invalid' : undefined,
    photo: isMessage && photo !== undefined ? 'field.invalid' : undefined,
    message: conversation !== undefined && message === undefined ? 'field.missing' : undefined,
  });
}

/**
 * Copies a photo as evidence. A reporter who may not see the member learns neither the photo's owner nor that it
 * exists.
 */
async function copyPhotoEvidence(reader: Reader, call: MemberCall, photo: PhotoId): Promise<EvidenceCopy> {
  const ownerId = await findPhotoOwner(reader, photo);
  must(ownerId, 'photo.not-found');
  try {
    return await copyProfileEvidence(reader, call, ownerId, photo);
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('profile.')) refuse('photo.not-found');
    throw error;
  }
}

async function copyMessageEvidence(
  reader: Reader,
  call: MemberCall,
  wanted: Parameters<typeof copyMessage>[2],
): Promise<EvidenceCopy> {
  const { context, site, member: viewer } = call;
  const { authorId, photoId, facts } = await copyMessage(reader, call, wanted);
  const owner = { kind: 'chat', id: wanted.conversation } as const;
  const copy = photoId === null ? null : await copyPhoto(context, reader, { owner, photoId }, { site, viewer });
  return { aboutId: authorId, evidence: [{ kind: 'message', content: facts, picture: copy ?? null }] };
}

async function copyProfileEvidence(
  reader: Reader,
  call: MemberCall,
  aboutId: MemberId,
  photoId: PhotoId | undefined,
): Promise<EvidenceCopy> {
  const { context, site, member } = call;
  must(aboutId !== member.id, 'like.self');
  const { facts, mainPhoto } = await copyProfile(context, reader, { site, viewerId: member.id }, aboutId);
  const only = photoId === undefined ? undefined : [mainPhoto, photoId];
  // A member without a main photo visible to the reporter has no other visible photo.
  const copies = mainPhoto === null ? [] : await copyPhotos(context, reader, aboutId, { viewer: member, only });
  const findPicture = (id: string | null) => copies.find((one) => one.photoId === id)?.picture ?? null;
  const profile = { kind: 'profile', content: facts, picture: findPicture(mainPhoto) } as const;
  if (photoId === undefined) {
    const others = copies.filter((one) => one.photoId !== mainPhoto);
    const beside = others.map(({ photoId: shown, picture }) => {
      return { kind: 'photo', content: { photo: shown, reported: false }, picture } as const;
    });
    return { aboutId, evidence: [profile, ...beside] };
  }
  const picture = findPicture(photoId);
  must(picture, 'photo.not-found');
  return { aboutId, evidence: [profile, { kind: 'photo', content: { photo: photoId }, picture }] };
}
