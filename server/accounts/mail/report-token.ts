import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import { hourMs } from '../../platform/clock.ts';

/** Reports about older emails are ignored. */
export const reportedDays = 30;

/** An email to a member, as identified by its token. */
export interface MailedTo {
  memberId: string;
  /** The hour in which it was sent. */
  sentAt: Date;
  /** Keyed hash of member, hour and address. */
  mark: Buffer;
}

const [idBytes, hourBytes, markBytes] = [16, 3, 12];
const bytes = idBytes + hourBytes + markBytes;
/** Base-36 digits for these bytes: mail servers preserve small letters and digits, but may change others. */
const tokenLength = 48;

/** Returns the token under which mail servers report about an email to a member at an address. */
export function reportToken(
  secret: string,
  { memberId, email, now }: { memberId: string; email: string; now: Date },
): string {
  const named = nameMail(bytesOf(memberId), now);
  return writeToken(named, markOf(secret, named, email));
}

/** Returns the token of an email to a new address, where a stranger may read it: the member's id is encrypted. */
export function changeToken(
  secret: string,
  { memberId, changeId, now }: { memberId: string; changeId: string; now: Date },
): string {
  const cipher = createCipheriv('aes-256-ecb', changeKey(secret), null).setAutoPadding(false);
  const named = nameMail(Buffer.concat([cipher.update(bytesOf(memberId)), cipher.final()]), now);
  return writeToken(named, markOfChange(secret, named, changeId));
}

/** Returns the member of a change, if the token is about one. */
export function memberOfChange(secret: string, { memberId }: MailedTo): string {
  const decipher = createDecipheriv('aes-256-ecb', changeKey(secret), null).setAutoPadding(false);
  return toId(Buffer.concat([decipher.update(bytesOf(memberId)), decipher.final()]));
}

/** Whether a token is ours and about this change. */
export function isAboutChange(secret: string, { memberId, sentAt, mark }: MailedTo, changeId: string): boolean {
  return timingSafeEqual(markOfChange(secret, nameMail(bytesOf(memberId), sentAt), changeId), mark);
}

/** ECB is safe for these ids: a random id is one whole block, and no two are equal. */
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

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const toId = (id: Buffer): string => id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Parses a token without verifying it; null if it is malformed. */
export function readReportToken(token: string): MailedTo | null {
  if (!/^[0-9a-z]{48}$/.test(token)) return null;
  const number = [...token].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const hex = number.toString(16).padStart(bytes * 2, '0');
  if (hex.length > bytes * 2) return null;
  const all = Buffer.from(hex, 'hex');
  return {
    memberId: toId(all.subarray(0, idBytes)),
    sentAt: new Date(all.readUIntBE(idBytes, hourBytes) * hourMs),
    mark: all.subarray(idBytes + hourBytes),
  };
}

/** Whether we sent the email to this address, and not to an earlier one of the member. */
export function isSentTo(secret: string, { memberId, sentAt, mark }: MailedTo, email: string): boolean {
  const own = readReportToken(reportToken(secret, { memberId, email, now: sentAt }));
  return own !== null && timingSafeEqual(own.mark, mark);
}

function markOfChange(secret: string, named: Buffer, changeId: string): Buffer {
  return createHmac('sha256', secret).update('change ').update(named).update(changeId).digest().subarray(0, markBytes);
}

function markOf(secret: string, named: Buffer, email: string): Buffer {
  return createHmac('sha256', secret).update('report ').update(named).update(email).digest().subarray(0, markBytes);
}
