import { draftLengthMax } from '../../../contract/chat/limits.ts';
import { hourMs } from '../../../contract/platform/calendar.ts';
import { cutText, isBlank } from '../../../contract/platform/text.ts';
import { findFileFault } from '../../photos/photo-rules.ts';

export const shareFields = { title: 'title', text: 'text', url: 'url', photo: 'photo' } as const;

/** `not-ready`: no service worker yet. `waits`: offline, the poster is unknown, so content that waits stays. */
export const shareProblems = ['not-ready', 'nothing', 'heic', 'type', 'too-large', 'several', 'room', 'waits'] as const;
export type ShareProblem = (typeof shareProblems)[number];

export interface Shared {
  text: string;
  photo: File | null;
}

const cacheName = 'tealight-shared';
const entry = '/shared/kept';
/** Separate entry for content that may not replace it yet. */
const heldEntry = '/shared/held';
/** Enough to log in or to get through a tunnel, but not so long that the content appears after it is forgotten. */
const keptForMs = hourMs;
/** Extra fields: the browser's member (empty if unknown), the time of sharing, and the id of held content. */
const memberField = 'member';
const atField = 'at';
const idField = 'id';

/** Reads the text and photo that can be sent from a posted form, and the problem with the rest. */
export function readShare(form: FormData): Shared & { problem: ShareProblem | null } {
  const said = (['title', 'text', 'url'] as const)
    .map((name) => form.get(shareFields[name]))
    .filter((value) => typeof value === 'string' && !isBlank(value)) as string[];
  // Many apps repeat the URL or the title in the text.
  const lines = said.filter(
    (line, at) => !said.some((other, place) => place !== at && repeats(other, line, place < at)),
  );
  const text = cutText(lines.join('\n'), draftLengthMax).trim();
  const files = form.getAll(shareFields.photo).filter((value) => value instanceof File && value.size > 0) as File[];
  const photo = files.find((file) => findFileFault(file) === null) ?? null;
  return { text, photo, problem: findProblem(text, files, photo) };
}

function repeats(other: string, line: string, isEarlier: boolean): boolean {
  return other === line ? isEarlier : other.includes(line);
}

function findProblem(text: string, files: readonly File[], photo: File | null): ShareProblem | null {
  const [first] = files;
  if (first && !photo) return findFileFault(first);
  if (files.length > 1) return 'several';
  return text === '' && !photo ? 'nothing' : null;
}

/** Keeps shared content in place of earlier content. `member`: whose browser this is. Throws if storage is full. */
export async function keepShared(shared: Shared, member: MemberId | null): Promise<void> {
  await (await caches.open(cacheName)).put(entry, new Response(toForm(shared, member)));
}

/** Holds posted content under an id until `keepHeld` or `dropHeld`. Throws if storage is full. */
export async function holdShared(shared: Shared, member: MemberId | null, id: string): Promise<void> {
  const form = toForm(shared, member);
  form.set(idField, id);
  await (await caches.open(cacheName)).put(heldEntry, new Response(form));
}

/** Keeps held content. With `inPlace` it replaces content that waits; without, it is dropped if other content waits. */
export async function keepHeld(
  id: string,
  { inPlace }: { inPlace: boolean },
): Promise<'kept' | 'dropped' | 'not-held'> {
  const cache = await caches.open(cacheName);
  const held = await cache.match(heldEntry);
  const isThis = (await held?.clone().formData())?.get(idField) === id;
  if (!isThis || !held) return 'not-held';
  const isKept = inPlace || !(await readKept());
  if (isKept) await cache.put(entry, held);
  await cache.delete(heldEntry);
  return isKept ? 'kept' : 'dropped';
}

export async function dropHeld(): Promise<void> {
  await (await caches.open(cacheName)).delete(heldEntry);
}

function toForm({ text, photo }: Shared, member: MemberId | null): FormData {
  const form = new FormData();
  form.set(shareFields.text, text);
  if (photo) form.set(shareFields.photo, photo);
  form.set(memberField, member ?? '');
  form.set(atField, String(Date.now()));
  return form;
}

/** Returns the content for which this member may choose a receiver: shared in their browser, or in nobody's. */
export async function readShared(member: MemberId): Promise<Shared | null> {
  const form = await readKept();
  if (!form || !isTheirs(form, member)) return null;
  const photo = form.get(shareFields.photo);
  return { text: String(form.get(shareFields.text) ?? ''), photo: photo instanceof File ? photo : null };
}

export async function dropShared(): Promise<void> {
  await caches.delete(cacheName);
}

/**
 * Deletes what other members shared. If nobody is logged in, a login may follow, so only old content goes. The worker
 * may be writing: the cache stays.
 */
export async function deleteOthersShared(member: MemberId | null): Promise<void> {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    const form = await readForm(await cache.match(request));
    if (!form || (member !== null && !isTheirs(form, member))) await cache.delete(request);
  }
}

async function readKept(): Promise<FormData | null> {
  return readForm(await caches.match(entry, { cacheName }));
}

async function readForm(kept: Response | undefined): Promise<FormData | null> {
  const form = await kept?.formData().catch(() => null);
  const age = Date.now() - Number(form?.get(atField));
  return form && age >= 0 && age < keptForMs ? form : null;
}

function isTheirs(form: FormData, member: MemberId): boolean {
  const owner = form.get(memberField);
  return owner === '' || owner === member;
}
