import { photoMaxBytes } from '../../../contract/limits.ts';
import { type MemberRecord, putRecord, recordsOf, removeRecord } from '../../app/database.ts';

/**
 * The photo that a member chose for another and has not sent. It is beside the messages of the outbox, whose readers, those
 * of older versions too, pass over records that are no message.
 */
interface PhotoDraft extends MemberRecord {
  photo: Blob;
  /** In milliseconds since 1970. */
  at: number;
}

const store = 'outbox';
const prefix = 'photo-draft.';
/** The latest ones are kept: they are up to 20 MB each. */
const keptMax = 5;

export const isPhotoDraft = (record: unknown): record is PhotoDraft => {
  const { key, photo, at } = record as Partial<PhotoDraft>;
  return key?.startsWith(prefix) === true && photo instanceof Blob && typeof at === 'number';
};

const keyOf = (profile: string): string => prefix + profile;

export const receiverOf = ({ key }: PhotoDraft): string => key.slice(prefix.length);

/** Null where the browser has none, or forbids storage. */
export async function readPhotoDraft(member: string, profile: string): Promise<Blob | null> {
  const records = await recordsOf(store, member).catch((): unknown[] => []);
  return records.filter(isPhotoDraft).find(({ key }) => key === keyOf(profile))?.photo ?? null;
}

/** Keeps a photo until it is sent; null removes it. False if the browser has no room or forbids it, or it is too large to be sent. */
export async function keepPhotoDraft(member: string, profile: string, photo: Blob | null): Promise<boolean> {
  const key = keyOf(profile);
  const isKept = photo !== null && photo.size <= photoMaxBytes;
  try {
    if (!isKept) await removeRecord(store, { member, key });
    else {
      await putRecord(store, { member, key, photo, at: Date.now() } as PhotoDraft);
      const all = (await recordsOf(store, member)).filter(isPhotoDraft).toSorted((a, b) => b.at - a.at);
      for (const old of all.slice(keptMax)) await removeRecord(store, old);
    }
    return photo === null || isKept;
  } catch {
    // The photo is in its page only.
    return false;
  }
}
