import { setImmediate } from 'node:timers/promises';

import { charactersSearchedMax, chatsPageSize, foundPageSize } from '../../../contract/chat/limits.ts';
import type { FoundMessage } from '../../../contract/chat/operations.ts';
import { hydrate } from '../../members/list-summaries.ts';
import { readCursor } from '../../platform/cursor.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Handler } from '../../platform/handler.ts';
import { recordServed } from '../read/record-served.ts';
import { visibleFrom } from '../rules.ts';
import { type TextRow, listSides, listStanding, listStemmed, listStems, listTexts } from './queries.ts';
import {
  type Forms,
  type Wanted,
  type Word,
  toNfc,
  listWordForms,
  matchesIn,
  mustHave,
  computeReach,
  searchWords,
  buildSnippet,
  stemmers,
  buildWantedWords,
  splitWords,
} from './rules.ts';

const charactersAtOnce = 25_000;

/**
 * Lists the latest messages first. A call searches a bounded number, so an empty page may not be the last. Messages
 * that may not be seen are excluded before the search: no response depends on them. Only texts and stems may be read on
 * a replica.
 */
export const searchMessages: Handler<'searchMessages'> = async ({ text, before }, call) => {
  const { context, member, site, language } = call;
  const { database } = context;
  const reader = database.reader(member.id);
  const asked = searchWords(text);
  if (asked.length === 0) return { results: [], before: null };
  const { head, place, id } = readCursor(before);
  const rows = await database.all(listSides, { memberId: member.id, place, id, limit: chatsPageSize + 1 });
  const all = rows.map((row) => ({ ...row, floor: visibleFrom(row, member.paid).floor }));
  // A conversation that has moved up since the last page is only read again in a search from the top of the list.
  const below = before !== undefined && rows[0]?.conversation_id === id ? Number(head[0]) : null;
  const { sides, above, below: end, rest } = computeReach(all.slice(0, chatsPageSize), below);
  const seen = await hydrate(context, { site, viewerId: member.id }, sides, (side) => side.other_id);
  const dictionary = stemmers[language];
  const asking = reader.all(listStems, { dictionary, words: listWordForms(asked) });
  const reading = reader.all(listTexts, {
    ids: seen.map(({ row }) => row.conversation_id),
    floors: seen.map(({ row }) => row.floor),
    senders: seen.map(({ profile }) => (profile.former ? member.id : null)),
    above,
    below: end,
  });
  const [stems, listed] = await Promise.all([asking, reading]);
  const texts = listed.slice(0, countWithin(listed, charactersSearchedMax));
  const unread = listed[texts.length];
  const wanted = mustHave(buildWantedWords(asked, new Map(stems.map(({ word, stem }) => [word, stem]))));
  const sideByConversation = new Map(rows.map((row) => [row.conversation_id, row]));
  const isUnread = ({ conversation_id: conversationId, sender_id: sender, seq }: TextRow): boolean =>
    sender !== member.id && seq > (sideByConversation.get(conversationId)?.read_seq ?? 0);
  const found = await findIn(reader, { dictionary, wanted, isUnread }, texts);
  const page = await keepStanding(database, reader, found.slice(0, foundPageSize));
  const beyond = rows[chatsPageSize];
  const next =
    (found.length > foundPageSize && found[foundPageSize - 1]) ||
    (unread && { conversation_id: unread.conversation_id, seq: unread.seq + 1 }) ||
    (rest ?? (beyond && { conversation_id: beyond.conversation_id, seq: beyond.last_seq + 1 }));
  const served = page.filter((row) => isUnread(row) && isShownWhole(row));
  await recordServed(
    database,
    served.map(({ conversation_id: conversationId, seq }) => ({ memberId: member.id, conversationId, seqs: [seq] })),
  );
  const profileByConversation = new Map(seen.map(({ row, profile }) => [row.conversation_id, profile]));
  return {
    results: page.flatMap((row): FoundMessage[] => {
      const { conversation_id: conversation, seq, created_at: at, snippet } = row;
      const profile = profileByConversation.get(conversation);
      const own = row.sender_id === member.id;
      return profile ? [{ conversation, seq, own, at: at.toISOString(), profile, snippet }] : [];
    }),
    before: next ? `${next.seq}.${sideByConversation.get(next.conversation_id)?.place}.${next.conversation_id}` : null,
  };
};

/** Leaves out texts that were removed, which a replica may not know yet. */
async function keepStanding(database: Reader, reader: Reader, found: Found[]): Promise<Found[]> {
  if (reader === database || found.length === 0) return found;
  const ids = found.map((row) => row.conversation_id);
  const rows = await database.all(listStanding, { ids, seqs: found.map(({ seq }) => seq) });
  const standing = new Set(rows.map((row) => `${row.conversation_id}.${row.seq}`));
  return found.filter((row) => standing.has(`${row.conversation_id}.${row.seq}`));
}

function isShownWhole({ kind, text, snippet }: Found): boolean {
  const shown = snippet.reduce((length, part) => length + part.text.length, 0);
  return kind !== 'photo' && shown >= toNfc(text).length;
}

function countWithin(texts: readonly TextRow[], most: number): number {
  let sum = 0;
  const end = texts.findIndex(({ text }, place) => (sum += text.length) > most && place > 0);
  return end === -1 ? texts.length : end;
}

type Found = TextRow & Pick<FoundMessage, 'snippet'>;

/**
 * Returns at most one more than a page holds. The snippet of an unread text is always its beginning, so that several
 * searches reveal no more of it than one.
 */
async function findIn(
  reader: Reader,
  search: { dictionary: string; wanted: readonly Wanted[]; isUnread(row: TextRow): boolean },
  texts: readonly TextRow[],
): Promise<Found[]> {
  const { dictionary, wanted, isUnread } = search;
  const known = new Map<string, Forms>();
  const read: { row: TextRow; text: string; words: Word[] }[] = [];
  let characters = 0;
  for (const row of texts) {
    const text = toNfc(row.text);
    read.push({ row, text, words: splitWords(text, known) });
    characters += text.length;
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await setImmediate();
  }
  const words = listWordForms([...known.values()]);
  const stems = wanted.flatMap((one) => one.stems);
  const stemmed = await reader.all(listStemmed, { dictionary, words, stems });
  const stemByWord = new Map(stemmed.map(({ word, stem }) => [word, stem]));
  const found: Found[] = [];
  for (const { row, text, words: inText } of read) {
    const matches = matchesIn(inText, wanted, stemByWord);
    if (matches) found.push({ ...row, snippet: buildSnippet(text, inText, matches, isUnread(row)) });
    if (found.length > foundPageSize) break;
  }
  return found;
}
