import { listKeys, readJson, setItem } from './storage.ts';

/** Prefix of the keys under which this browser keeps a member's data until it is sent or they log out. */
export const memberKeys = 'tealight.member.';

/** The name of the note that this browser shows a member's pushes. */
export const keptPush = 'push';

export const toKey = (member: MemberId, name: string): string => `${memberKeys}${member}.${name}`;

export function readKept(member: MemberId, name: string): unknown {
  return readJson(toKey(member, name));
}

/** Keeps JSON for a member. Returns false if storage is full or forbidden. */
export function keep(member: MemberId, name: string, value: unknown): boolean {
  return setItem('localStorage', toKey(member, name), JSON.stringify(value));
}

/** Forgets it. Returns false if storage is forbidden. */
export function forget(member: MemberId, name: string): boolean {
  return setItem('localStorage', toKey(member, name), null);
}

export function namesKept(member: MemberId, prefix: string): string[] {
  return listKeys('localStorage', toKey(member, prefix)).map((key) => key.slice(toKey(member, '').length));
}
