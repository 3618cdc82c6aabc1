import { photoMaxBytes } from '../../../contract/photos/limits.ts';
import { type MemberRecord, putRecord, listRecords, removeRecord } from '../../installed-app/database.ts';

/**
 * The photo that a member chose for another member and has not sent. It is stored beside the messages of the outbox,
 * whose readers, older versions included, skip records that are not messages.
 */
interface PhotoDraft extends MemberRecord {
  photo: Blob;
  /** In milliseconds since 1970. */
  at: number;
}

const store = 'outbox';
const prefix = 'photo-draft.';
/** Only the latest ones are kept, since each may have up to 20 MB. */
const keptMax = 5;

export const isPhotoDraft = (record: unknown): record is PhotoDraft => {
  const { key, photo, at } = record as Partial<PhotoDraft>;
  return key?.startsWith(prefix) === true && photo instanceof Blob && typeof at === 'number';
};

const toKey = (profile: string): string => prefix + profile;

export const getDraftReceiver = ({ key }: PhotoDraft): string => key.slice(prefix.length);

/** Null if the browser has none, or forbids storage. */
export async function readPhotoDraft(member: string, profile: string): Promise<Blob | null> {
  const records = await listRecords(store, member).catch((): unknown[] => []);
  return records.filter(isPhotoDraft).find(({ key }) => key === toKey(profile))?.photo ?? null;
}

/** Keeps a photo until it is sent; null removes it. False if storage is full or forbidden, or the photo too large. */
export async function keepPhotoDraft(member: string, profile: string, photo: Blob | null): Promise<boolean> {
  const key = toKey(profile);
  const isKept = photo !== null && photo.size <= photoMaxBytes;
  try {
    if (!isKept) await removeRecord(store, { member, key });
    else {
      await putRecord(store, { member, key, photo, at: Date.now() } as PhotoDraft);
      const all = (await listRecords(store, member)).filter(isPhotoDraft).toSorted((a, b) => b.at - a.at);
      for (const old of all.slice(keptMax)) await removeRecord(store, old);
    }
    return photo === null || isKept;
  } catch {
    // The photo exists on its page only.
    return false;
  }
}
