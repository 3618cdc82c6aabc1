import { createHmac, timingSafeEqual } from 'node:crypto';

import { hourMs } from '../../platform/clock.ts';

/** An email to a member, as its token names it. */
export interface MailedTo {
  memberId: string;
  /** The hour in which it was sent. */
  sentAt: Date;
  /** Only we can make it, for this member, hour and address. */
  mark: Buffer;
}

const [idBytes, hourBytes, markBytes] = [16, 3, 12];
const bytes = idBytes + hourBytes + markBytes;
/** Digits of base 36 for so many bytes: mail servers keep small letters and digits, and may change others. */
const tokenLength = 48;

/** The token under which mail servers report about an email to a member at an address. */
export function reportToken(
  secret: string,
  { memberId, email, now }: { memberId: string; email: string; now: Date },
): string {
  const named = Buffer.alloc(idBytes + hourBytes);
  named.write(memberId.replaceAll('-', ''), 'hex');
  named.writeUIntBE(Math.floor(now.getTime() / hourMs), idBytes, hourBytes);
  const token = Buffer.concat([named, markOf(secret, named, email)]);
  return BigInt(`0x${token.toString('hex')}`)
    .toString(36)
    .padStart(tokenLength, '0');
}

/** What a token names, whoever made it; null for what is none. */
export function readReportToken(token: string): MailedTo | null {
  if (!/^[0-9a-z]{48}$/.test(token)) return null;
  const number = [...token].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const hex = number.toString(16).padStart(bytes * 2, '0');
  if (hex.length > bytes * 2) return null;
  const all = Buffer.from(hex, 'hex');
  return {
    memberId: hex.slice(0, idBytes * 2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    sentAt: new Date(all.readUIntBE(idBytes, hourBytes) * hourMs),
    mark: all.subarray(idBytes + hourBytes),
  };
}

/** Whether we sent the email, and to this address: a report about an earlier address of the member is not about this one. */
export function isSentTo(secret: string, { memberId, sentAt, mark }: MailedTo, email: string): boolean {
  const own = readReportToken(reportToken(secret, { memberId, email, now: sentAt }));
  return own !== null && timingSafeEqual(own.mark, mark);
}

function markOf(secret: string, named: Buffer, email: string): Buffer {
  return createHmac('sha256', secret).update('report ').update(named).update(email).digest().subarray(0, markBytes);
}
