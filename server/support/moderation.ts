import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { PhotoRefusal } from '../../contract/photos/photo-rules.ts';
import type { ComplaintOutcome } from '../../contract/support/operations.ts';
import { listReasonsGiven } from '../accounts/deletion/deletions.ts';
import { findReader } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import { writeCopy } from '../export/write-copy.ts';
import { type MailTemplate, queueMail } from '../mail/queue-mail.ts';
import { type QueuedRow, findQueuedPhoto, listQueuedPhotos } from '../photos/change-photos.ts';
import { decidePhoto } from '../photos/decide-photo.ts';
import { fileKey } from '../photos/picture-files.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import { type StaffContext, hasDecided, recordAct } from '../staff/staff.ts';
import { deriveComplaintNumber, readNumber } from './numbers.ts';
import {
  type AnswerRow,
  type ComplaintRow,
  type EvidenceRow,
  type FileRow,
  type ModerationActionRow,
  closeComplaint,
  findComplaint,
  findModerationAction,
  findModerationActionSince,
  insertAnswer,
  listAnswers,
  listContestedBy,
  listEvidence,
  listFiles,
  listOpen,
  loadFile,
  lockComplaint,
} from './queries.ts';
import { complaintAnswered, complaintClosed } from './support-mail.ts';
import type { WantedModerationAction } from './rules.ts';
import { recordStatementOfReasons, revertModerationAction, takeModerationAction } from './take-moderation-action.ts';

// The acts of staff on complaints, members and photos. Each records itself and returns a value; nothing prints.

const listMax = 500;

export async function listOpenComplaints(context: StaffContext): Promise<{ rows: ComplaintRow[]; now: Date }> {
  const rows = await context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'list' });
    return tx.all(listOpen, { limit: listMax });
  });
  return { rows, now: context.clock.now() };
}

export interface ShownComplaint {
  complaint: ComplaintRow;
  files: FileRow[];
  evidence: EvidenceRow[];
  answers: AnswerRow[];
  /** The number of the moderation action that it contests, even through other complaints. */
  contested: string | undefined;
}

/** Shows a complaint with its evidence, or a moderation action. Null if the number belongs to neither. */
export async function showByNumber(
  context: StaffContext,
  { number: typed, withPictures }: { number: string; withPictures: boolean },
): Promise<ShownComplaint | { action: ModerationActionRow } | null> {
  const number = readNumber(typed);
  const complaint = await context.database.first(findComplaint, { number });
  const action = complaint ? undefined : await context.database.first(findModerationAction, { number });
  if (!complaint && !action) return null;
  const detail = action ? 'moderation-action' : withPictures ? 'with pictures' : '';
  return context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'show', about: number, detail });
    if (!complaint) return action ? { action } : null;
    return {
      complaint,
      files: await tx.all(listFiles, { number }),
      evidence: await tx.all(listEvidence, { number }),
      answers: await tx.all(listAnswers, { number }),
      contested: await findContestedModerationAction(tx, number),
    };
  });
}

export async function loadComplaintFile(
  { database }: AppContext,
  number: string,
  position: number,
): Promise<Buffer | null> {
  return (await database.first(loadFile, { number, position }))?.content ?? null;
}

/** Answers a complaint; null if there is none with the number. */
export async function answerComplaint(
  context: StaffContext,
  { number: typed, text }: { number: string; text: string },
): Promise<{ number: string } | null> {
  const row = await context.database.first(findComplaint, { number: readNumber(typed) });
  if (!row) return null;
  const { number } = row;
  await context.database.transaction(async (tx) => {
    await tx.run(lockComplaint, { number });
    const position = (await tx.all(listAnswers, { number })).length + 1;
    await tx.run(insertAnswer, { number, position, text, now: context.clock.now() });
    await mailComplainant(context, tx, row, { template: complaintAnswered, id: `${number}/${position}` });
    await recordAct(context, tx, { act: 'answer', about: number, detail: String(position) });
  });
  return { number };
}

export interface Closing {
  number: string;
  outcome: ComplaintOutcome;
  /** The action for the outcome `acted`. `memberId` is used if the complaint names no member. */
  action: WantedModerationAction | null;
  memberId: MemberId | null;
  /** The decision that an objection contests without naming it. */
  decision: string | null;
}

/**
 * `closed-before`: somebody was faster. `involved`: staff who took a contested decision must not decide the objection.
 * `nothing-done`, `nothing-changed`: no moderation action supports the outcome `acted` or `changed`. `nothing-left`:
 * the action would have no effect: the content is gone or the account closed.
 */
export type Closed =
  | { state: 'closed'; action: string | null; reverted: string | null }
  | { state: 'closed-before' | 'involved' | 'nothing-done' | 'nothing-changed' | 'nothing-left' };

/** Closes a complaint with a decision; null if there is none with the number. */
export async function decideComplaint(
  context: StaffContext,
  closing: Closing,
): Promise<(Closed & { number: string }) | null> {
  const row = await context.database.first(findComplaint, { number: readNumber(closing.number) });
  if (!row) return null;
  const { number } = row;
  const closed = await context.database.transaction(async (tx) => {
    const action = closing.action && (await completeByEvidence(tx, number, closing.action));
    const done = await closeLocked(context, tx, { ...closing, number, action });
    if (done.state !== 'closed') return done;
    if (action && done.action !== null) await recordModeration(context, tx, done.action, action);
    if (done.reverted !== null) await recordAct(context, tx, { act: 'revert', about: done.reverted });
    return done;
  });
  return { ...closed, number };
}

/** Names the photo or message that was reported, unless the action names one. */
async function completeByEvidence(
  tx: Transaction,
  number: string,
  action: WantedModerationAction,
): Promise<WantedModerationAction> {
  const evidence = await tx.all(listEvidence, { number });
  // A report of a profile keeps photos, but is not about them.
  const findContent = (wanted: string) =>
    evidence
      .filter(({ kind }) => kind === wanted)
      .map(({ content }) => content)
      .find(({ reported }) => reported !== false) ?? {};
  const { conversation: conversationId, message: messageId } = findContent('message');
  return {
    ...action,
    photoId: action.photoId ?? findContent('photo').photo,
    message: action.message ?? (conversationId && messageId ? { conversationId, messageId } : undefined),
  };
}

/** Takes the wanted moderation action, or takes back that of a changed decision. If calls race, one closes. */
async function closeLocked(
  context: StaffContext,
  tx: Transaction,
  { number, outcome, action, memberId: named, decision }: Closing,
): Promise<Closed> {
  const row = await tx.first(lockComplaint, { number });
  if (!row || row.closed_at) return { state: 'closed-before' };
  const contested = (await tx.all(listContestedBy, { number })).map((one) => one.number);
  if (decision !== null) contested.push(decision);
  if (await hasDecided(tx, context.staff, contested)) return { state: 'involved' };
  const memberId = row.about_id ?? named;
  const statement = action && deriveComplaintNumber(context, `action ${number}`);
  if (action && statement !== null) {
    if (memberId === null) return { state: 'nothing-done' };
    const about = { memberId, number: statement, source: 'report' } as const;
    if (!(await takeModerationAction(context, tx, about, action))) return { state: 'nothing-left' };
  }
  const done = outcome === 'acted' ? (statement ?? (await findActionSince(tx, row, memberId))) : null;
  if (outcome === 'acted' && done === null) return { state: 'nothing-done' };
  const changed = outcome === 'changed' ? await revertAny(context, tx, contested) : null;
  if (outcome === 'changed' && changed === null) return { state: 'nothing-changed' };
  await recordAct(context, tx, { act: 'close', about: number, detail: outcome, contests: decision ?? undefined });
  await tx.run(closeComplaint, { number, outcome, action: done, now: context.clock.now() });
  await mailComplainant(context, tx, row, { template: complaintClosed, id: number });
  return { state: 'closed', action: statement, reverted: changed?.reverted ?? null };
}

/**
 * Reverts the first of the actions that still applies. `reverted` is null if all were taken back before; the result is
 * null if there is no moderation action.
 */
async function revertAny(
  context: AppContext,
  tx: Transaction,
  numbers: readonly string[],
): Promise<{ reverted: string | null } | null> {
  let changed: { reverted: string | null } | null = null;
  for (const number of numbers) {
    const reverted = await revertModerationAction(context, tx, number);
    if (reverted === 'now') return { reverted: number };
    if (reverted === 'before') changed = { reverted: null };
  }
  return changed;
}

/** Finds an active moderation action about the member since the complaint came, such as for another report. */
async function findActionSince(
  tx: Transaction,
  { received_at: since }: ComplaintRow,
  memberId: MemberId | null,
): Promise<string | null> {
  if (memberId === null) return null;
  return (await tx.first(findModerationActionSince, { memberId, since }))?.number ?? null;
}

async function findContestedModerationAction(reader: Reader, number: string): Promise<string | undefined> {
  for (const contested of await reader.all(listContestedBy, { number })) {
    const action = await reader.first(findModerationAction, { number: contested.number });
    if (action) return action.number;
  }
  return undefined;
}

async function mailComplainant(
  context: AppContext,
  tx: Transaction,
  row: ComplaintRow,
  about: { template: MailTemplate; id: string },
): Promise<void> {
  if (row.reporter_id === null && row.email === '') return;
  // A command has no origin; the worker that sends the mail does.
  await queueMail(tx, { context }, { ...about, memberId: row.reporter_id });
}

export async function moderateMember(
  context: StaffContext,
  { memberId, action }: { memberId: MemberId; action: WantedModerationAction },
): Promise<{ number: string; done: boolean }> {
  const number = newActionNumber(context);
  const done = await context.database.transaction(async (tx) => {
    if (!(await takeModerationAction(context, tx, { memberId, number, source: 'own' }, action))) return false;
    await recordModeration(context, tx, number, action);
    return true;
  });
  return { number, done };
}

/** Reverts an action. `before`: somebody was faster. Returns null if there is no such action. */
export async function revertByNumber(
  context: StaffContext,
  { number: typed }: { number: string },
): Promise<{ number: string; reverted: 'now' | 'before' } | null> {
  const number = readNumber(typed);
  const reverted = await context.database.transaction(async (tx) => {
    const done = await revertModerationAction(context, tx, number);
    if (done === 'now') await recordAct(context, tx, { act: 'revert', about: number });
    return done;
  });
  return reverted === undefined ? null : { number, reverted };
}

/** Finds the account that a member wants a copy of, before anything is recorded or written. */
export async function findAccountToCopy(
  { database }: AppContext,
  { number: typed, memberId }: { number: string; memberId: MemberId },
): Promise<{ number: string; memberId: MemberId } | 'no-complaint' | 'no-account'> {
  const row = await database.first(findComplaint, { number: readNumber(typed) });
  if (!row) return 'no-complaint';
  return (await findReader(database, memberId)) ? { number: row.number, memberId } : 'no-account';
}

/**
 * Copies a member's data for a complaint: banned members cannot log in and fetch it. Staff verify the requester's
 * identity.
 */
export async function copyMemberData(
  context: StaffContext,
  { number, memberId }: { number: string; memberId: MemberId },
  receive: (zip: Readable) => Promise<void>,
): Promise<'copied' | 'no-account'> {
  // Recorded before anything is written, so that a crash leaves no unrecorded copy.
  await context.database.transaction((tx) => recordAct(context, tx, { act: 'copy', about: number }));
  const folder = randomUUID();
  try {
    return (await writeCopy(context, { memberId, folder }, receive)) ? 'copied' : 'no-account';
  } finally {
    await context.exports.removeAll(folder);
  }
}

/** Counts by month the reasons that members gave for an account deletion. */
export async function countDeletions(context: StaffContext): ReturnType<typeof listReasonsGiven> {
  return context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'deletions' });
    return listReasonsGiven(tx);
  });
}

export interface WaitingPhoto extends QueuedRow {
  /** The path of the picture on this machine. */
  file: string;
}

export async function listWaitingPhotos(context: StaffContext, limit: number): Promise<WaitingPhoto[]> {
  const photos = await context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'photos-list' });
    return listQueuedPhotos(tx, limit);
  });
  return photos.map((photo) => withFile(context, photo));
}

/** Returns a photo that waits for a decision; undefined if it was decided or deleted. */
export async function showWaitingPhoto(context: StaffContext, photoId: PhotoId): Promise<WaitingPhoto | undefined> {
  const photo = await context.database.transaction(async (tx) => {
    const found = await findQueuedPhoto(tx, photoId);
    if (found) await recordAct(context, tx, { act: 'photos-show', about: photoId });
    return found;
  });
  return photo && withFile(context, photo);
}

function withFile({ storage }: Pick<AppContext, 'storage'>, photo: QueuedRow): WaitingPhoto {
  const key = fileKey({ kind: 'member', id: photo.member_id }, photo.photo_id, 'full');
  return { ...photo, file: storage.locate(key) };
}

/** Approves a photo; false if it was decided or deleted. */
export async function approvePhoto(context: StaffContext, photoId: PhotoId): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const decided = await decidePhoto(context, tx, photoId, { status: 'approved' });
    if (decided) await recordAct(context, tx, { act: 'photos-approve', about: photoId });
    return decided !== undefined;
  });
}

/** Returns the number of the statement of reasons; undefined if the photo was decided or deleted. */
export async function rejectPhoto(
  context: StaffContext,
  { photoId, refusal, action }: { photoId: PhotoId; refusal: PhotoRefusal; action: WantedModerationAction },
): Promise<string | undefined> {
  const number = newActionNumber(context);
  return context.database.transaction(async (tx) => {
    const rejected = await decidePhoto(context, tx, photoId, { status: 'rejected', refusal });
    if (!rejected) return undefined;
    const { kind, reason, law, facts } = action;
    const reasons = { kind, reason, law, facts, aboutAt: rejected.addedAt, endsAt: null, message: undefined };
    await recordStatementOfReasons(context, tx, { memberId: rejected.memberId, number, source: 'own' }, reasons);
    await recordModeration(context, tx, number, action);
    return number;
  });
}

function newActionNumber(context: AppContext): string {
  return deriveComplaintNumber(context, `action ${randomUUID()}`);
}

async function recordModeration(
  context: StaffContext,
  tx: Transaction,
  about: string,
  { kind, reason, photoId, days }: WantedModerationAction,
): Promise<void> {
  const detail = [kind, reason, photoId, days && `${days} days`].filter(Boolean).join(' ');
  await recordAct(context, tx, { act: 'moderate', about, detail });
}
