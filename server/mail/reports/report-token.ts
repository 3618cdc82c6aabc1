import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { hourMs } from '../../platform/clock.ts';
import { decodeId, encodeId, idBytes } from '../../platform/ids.ts';

/** Reports about older mails are ignored. */
export const reportedDays = 30;

export interface MailedTo {
  memberId: MemberId;
  sentAt: Date;
  /** Keyed hash of member, hour and address. */
  mark: Buffer;
}

const [hourBytes, markBytes] = [3, 12];
const bytes = idBytes + hourBytes + markBytes;
/** Base-36 digits for these bytes: mail servers preserve small letters and digits, but may change others. */
const tokenLength = 48;

/** Returns the token under which mail servers report about a mail to a member at an address. */
export function reportToken(
  secret: string,
  { memberId, email, now }: { memberId: MemberId; email: string; now: Date },
): string {
  const named = nameMail(encodeId(memberId), now);
  return writeToken(named, deriveMark(secret, named, email));
}

/** Returns the token for a change of address. It encrypts the member's id, because a stranger may read the mail. */
export function deriveChangeToken(
  secret: string,
  { memberId, changeId, now }: { memberId: MemberId; changeId: string; now: Date },
): string {
  const cipher = createCipheriv('aes-256-ecb', changeKey(secret), null).setAutoPadding(false);
  const named = nameMail(Buffer.concat([cipher.update(encodeId(memberId)), cipher.final()]), now);
  return writeToken(named, markOfChange(secret, named, changeId));
}

/** Returns the member of a change of address; meaningful only if the token is about one. */
export function memberOfChange(secret: string, { memberId }: MailedTo): MemberId {
  const decipher = createDecipheriv('aes-256-ecb', changeKey(secret), null).setAutoPadding(false);
  return decodeId(Buffer.concat([decipher.update(encodeId(memberId)), decipher.final()]));
}

/** True if a token is ours and about this change. */
export function isAboutChange(secret: string, { memberId, sentAt, mark }: MailedTo, changeId: string): boolean {
  return timingSafeEqual(markOfChange(secret, nameMail(encodeId(memberId), sentAt), changeId), mark);
}

/** Derives the key that encrypts ids. ECB is safe for them: a random id is one whole block, and no two are equal. */
const changeKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'tealight change of address', 32));

function nameMail(id: Buffer, at: Date): Buffer {
  const named = Buffer.alloc(idBytes + hourBytes);
  id.copy(named);
  named.writeUIntBE(Math.floor(at.getTime() / hourMs), idBytes, hourBytes);
  return named;
}

function writeToken(named: Buffer, mark: Buffer): string {
  return BigInt(`0x${Buffer.concat([named, mark]).toString('hex')}`)
    .toString(36)
    .padStart(tokenLength, '0');
}

/** Returns null if the token is malformed. Does not verify it. */
export function readReportToken(token: string): MailedTo | null {
  if (!/^[0-9a-z]{48}$/.test(token)) return null;
  const number = [...token].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const hex = number.toString(16).padStart(bytes * 2, '0');
  if (hex.length > bytes * 2) return null;
  const all = Buffer.from(hex, 'hex');
  return {
    memberId: decodeId(all.subarray(0, idBytes)),
    sentAt: new Date(all.readUIntBE(idBytes, hourBytes) * hourMs),
    mark: all.subarray(idBytes + hourBytes),
  };
}

/** Returns false for an earlier address of the member. */
export function isSentTo(secret: string, { memberId, sentAt, mark }: MailedTo, email: string): boolean {
  const own = readReportToken(reportToken(secret, { memberId, email, now: sentAt }));
  return own !== null && timingSafeEqual(own.mark, mark);
}

function markOfChange(secret: string, named: Buffer, changeId: string): Buffer {
  return createHmac('sha256', secret).update('change ').update(named).update(changeId).digest().subarray(0, markBytes);
}

function deriveMark(secret: string, named: Buffer, email: string): Buffer {
  return createHmac('sha256', secret).update('report ').update(named).update(email).digest().subarray(0, markBytes);
}
