import { photoMaxBytes } from '../../../contract/photos/limits.ts';
import { type MemberRecord, putRecord, listRecords, removeRecord } from '../../platform/storage/database.ts';

/** A photo that is not sent yet. It is stored beside the outbox's messages, whose readers skip it. */
interface PhotoDraft extends MemberRecord {
  photo: Blob;
  at: number;
}

const store = 'outbox';
const prefix = 'photo-draft.';
/** The number of drafts kept, the latest ones, since each may have up to 20 MB. */
const keptMax = 5;

export const isPhotoDraft = (record: unknown): record is PhotoDraft => (record as MemberRecord).key.startsWith(prefix);

const toKey = (profile: MemberId): string => prefix + profile;

export const getDraftReceiver = ({ key }: PhotoDraft): string => key.slice(prefix.length);

/** Returns the photo of a draft; null if the browser has none, or forbids storage. */
export async function readPhotoDraft(member: MemberId, profile: MemberId): Promise<Blob | null> {
  const records = await listRecords(store, member).catch((): unknown[] => []);
  return records.filter(isPhotoDraft).find(({ key }) => key === toKey(profile))?.photo ?? null;
}

/** Keeps a photo until it is sent. False if storage is full or forbidden, or the photo too large. */
export async function keepPhotoDraft(member: MemberId, profile: MemberId, photo: Blob): Promise<boolean> {
  if (photo.size > photoMaxBytes) {
    // An earlier photo is no longer the draft's.
    await forgetPhotoDraft(member, profile);
    return false;
  }
  try {
    await putRecord(store, { member, key: toKey(profile), photo, at: Date.now() } as PhotoDraft);
    const all = (await listRecords(store, member)).filter(isPhotoDraft).toSorted((a, b) => b.at - a.at);
    for (const old of all.slice(keptMax)) await removeRecord(store, old);
    return true;
  } catch {
    // The photo exists on its page only.
    return false;
  }
}

export async function forgetPhotoDraft(member: MemberId, profile: MemberId): Promise<void> {
  // If storage fails, the photo appears again on the next page.
  await removeRecord(store, { member, key: toKey(profile) }).catch(() => undefined);
}
