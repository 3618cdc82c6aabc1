import { setImmediate } from 'node:timers/promises';

import type { FoundMessage } from '../../../contract/chat/found-messages.ts';
import { charactersSearchedMax, chatsPageSize, foundPageSize } from '../../../contract/chat/limits.ts';
import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { readCursor } from '../../platform/cursor.ts';
import type { Handler } from '../../platform/handler.ts';
import { recordServed } from '../read/record-served.ts';
import { visibleFrom } from '../rules.ts';
import { type TextRow, listSides, listStemmed, listStems, listTexts } from './queries.ts';
import {
  type Wanted,
  type Word,
  composed,
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
 * Searches the messages that the member may read, by the words of their language; latest conversation first, and the
 * latest message first within each. A call searches a bounded number of messages and returns a cursor, so an empty
 * page may not be the last. Members who may not be seen, and messages of former members, are excluded before the
 * search: no answer depends on them.
 */
export const searchMessages: Handler<'searchMessages'> = async ({ text, before }, call) => {
  const { context, member, site, language } = call;
  const { database } = context;
  const asked = searchWords(text);
  if (asked.length === 0) return { results: [], before: null };
  const { head, place, id } = readCursor(before);
  const rows = await database.all(listSides, { memberId: member.id, place, id, limit: chatsPageSize + 1 });
  const all = rows.map((row) => ({ ...row, floor: visibleFrom(row, member.paid).floor }));
  // A conversation that has moved up since the last page is only read again in a search from the top of the list.
  const below = before !== undefined && rows[0]?.conversation_id === id ? Number(head[0]) : null;
  const { sides, above, below: end, rest } = computeReach(all.slice(0, chatsPageSize), below);
  const others = sides.map((side) => side.other_id);
  const profiles = await listVisibleSummaries(context, { site, viewerId: member.id }, others);
  const seen = sides.flatMap((side) => {
    const profile = profiles.get(side.other_id);
    return profile ? [{ ...side, profile }] : [];
  });
  const dictionary = stemmers[language];
  const asking = database.all(listStems, { dictionary, words: listWordForms(asked) });
  const reading = database.all(listTexts, {
    ids: seen.map((side) => side.conversation_id),
    floors: seen.map((side) => side.floor),
    senders: seen.map((side) => (side.profile.former ? member.id : null)),
    above,
    below: end,
  });
  const [stems, listed] = await Promise.all([asking, reading]);
  const texts = listed.slice(0, countWithin(listed, charactersSearchedMax));
  const unread = listed[texts.length];
  const wanted = mustHave(buildWantedWords(asked, new Map(stems.map(({ word, stem }) => [word, stem]))));
  const readTo = new Map(rows.map((row) => [row.conversation_id, row.read_seq]));
  const isUnread = ({ conversation_id: id, sender_id: sender, seq }: TextRow): boolean =>
    sender !== member.id && seq > (readTo.get(id) ?? 0);
  const found = await findIn(database, { dictionary, wanted, isUnread }, texts);
  const page = found.slice(0, foundPageSize);
  const beyond = rows[chatsPageSize];
  const next =
    (found.length > foundPageSize && page.at(-1)) ||
    (unread && { conversation_id: unread.conversation_id, seq: unread.seq + 1 }) ||
    (rest ?? (beyond && { conversation_id: beyond.conversation_id, seq: beyond.last_seq + 1 }));
  await recordServed(
    context,
    member.id,
    page
      .filter((row) => isUnread(row) && isShownWhole(row))
      .map(({ conversation_id: conversationId, seq }) => ({ conversationId, seqs: [seq] })),
  );
  const places = new Map(rows.map((row) => [row.conversation_id, row.place]));
  const profileOf = new Map(seen.map((side) => [side.conversation_id, side.profile]));
  return {
    results: page.flatMap((row): FoundMessage[] => {
      const { conversation_id: conversation, seq, created_at: at, snippet } = row;
      const profile = profileOf.get(conversation);
      const own = row.sender_id === member.id;
      return profile ? [{ conversation, seq, own, at: at.toISOString(), profile, snippet }] : [];
    }),
    before: next ? `${next.seq}.${places.get(next.conversation_id)}.${next.conversation_id}` : null,
  };
};

function isShownWhole({ kind, text, snippet }: Found): boolean {
  const shown = snippet.reduce((length, part) => length + part.text.length, 0);
  return kind !== 'photo' && shown >= composed(text).length;
}

/** How many texts from the start fit within `most` characters; at least one. */
function countWithin(texts: readonly TextRow[], most: number): number {
  let sum = 0;
  const end = texts.findIndex(({ text }, place) => (sum += text.length) > most && place > 0);
  return end === -1 ? texts.length : end;
}

type Found = TextRow & Pick<FoundMessage, 'snippet'>;

interface Search {
  dictionary: string;
  wanted: readonly Wanted[];
  isUnread(row: TextRow): boolean;
}

/**
 * Returns the matching texts, at most one more than a page holds. The snippet of an unread text is always its
 * beginning, so that several searches reveal no more of it than one.
 */
async function findIn(
  database: Reader,
  { dictionary, wanted, isUnread }: Search,
  texts: readonly TextRow[],
): Promise<Found[]> {
  const known = new Map<string, Pick<Word, 'lower' | 'folded'>>();
  const read: { row: TextRow; text: string; words: Word[] }[] = [];
  let characters = 0;
  for (const row of texts) {
    const text = composed(row.text);
    read.push({ row, text, words: splitWords(text, known) });
    characters += text.length;
    if (characters < charactersAtOnce) continue;
    characters = 0;
    // Yields, so that other requests are served meanwhile.
    await setImmediate();
  }
  const words = listWordForms([...known.values()]);
  const stems = wanted.flatMap((one) => one.stems);
  const stemmed = await database.all(listStemmed, { dictionary, words, stems });
  const stemOf = new Map(stemmed.map(({ word, stem }) => [word, stem]));
  const found: Found[] = [];
  for (const { row, text, words: inText } of read) {
    const matches = matchesIn(inText, wanted, stemOf);
    if (matches) found.push({ ...row, snippet: buildSnippet(text, inText, matches, isUnread(row)) });
    if (found.length > foundPageSize) break;
  }
  return found;
}
