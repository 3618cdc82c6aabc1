import { isId } from '../../contract/platform/id.ts';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';
import { ZipFile } from 'yazl';

import { findReader } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import { escapeHtml } from '../platform/text/escape-html.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { deriveSight } from '../members/visibility/rules.ts';
import { fileKey } from '../photos/picture-files.ts';
import type { Database, Snapshot } from '../platform/database/database.ts';
import { formatIn } from '../platform/text/format.ts';
import type { Say } from '../platform/text/sentences.ts';
import type { Site } from '../platform/site.ts';
import { type Source, listConversations, listOthers, loadComplaintFile, sources } from './queries.ts';
import type { FindNames, Reader } from './reader.ts';
import { type ExportTopic, exportTopics } from './rules.ts';
import { type Table, pictureFolders, startOfPage, writeJson, writePage } from './write-topic.ts';

/** Passes the ZIP's stream to `receive`, and spools rows below `folder` meanwhile. Returns false without an account. */
export async function writeCopy(
  context: AppContext,
  { memberId, folder: parent }: { memberId: MemberId; folder: string },
  receive: (zip: Readable) => Promise<void>,
): Promise<boolean> {
  const { database, exports, sentences } = context;
  const account = await findReader(database, memberId);
  if (!account) return false;
  const { language } = account;
  const reader = {
    say: sentences.in(language),
    format: formatIn(language),
    language,
    timeZone: account.zone,
    site: await context.sites.ofMember(account.site, null),
  };
  const folder = `${parent}/${randomUUID()}`;
  try {
    await spoolRows(context, memberId, folder);
    await receive(writeArchive({ ...context, memberId, reader, folder }));
    return true;
  } finally {
    await exports.removeAll(folder);
  }
}

interface Part {
  name: string;
  open: () => Promise<Readable | undefined> | Readable;
}

interface Archive extends Pick<AppContext, 'database' | 'storage' | 'exports' | 'declared'> {
  memberId: MemberId;
  reader: Reader;
  folder: string;
}

/** Streams a member's data as a ZIP: neither rows nor pictures are all in memory at once. */
function writeArchive(archive: Archive): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error: Error) => out.destroy(error));
  fill(zip, parts(archive)).catch((error: Error) => out.destroy(error));
  return out;
}

/** Adds a part only after the last was written, so that one part is open at a time. */
async function fill(zip: ZipFile, all: AsyncIterable<Part>): Promise<void> {
  for await (const { name, open } of all) {
    const stream = await open();
    if (!stream) continue;
    await new Promise<void>((resolve, reject) => {
      stream.once('error', reject);
      stream.once('end', resolve);
      zip.addReadStream(stream, name, { compress: !name.endsWith('.webp') });
    });
  }
  zip.end();
}

async function* parts(archive: Archive): AsyncGenerator<Part> {
  const { database, storage, memberId, reader } = archive;
  const findNames: FindNames = (rows) => resolveNames(database, { memberId, ...reader }, rows);
  yield { name: 'index.html', open: () => Readable.from(index(reader)) };
  for (const topic of exportTopics) {
    const tables = (): Table[] => listTables(archive, topic);
    yield { name: `data/${topic}.json`, open: () => Readable.from(writeJson(tables())) };
    const title = reader.say(`export.topic.${topic}`);
    yield { name: `${topic}.html`, open: () => Readable.from(writePage(reader, title, tables(), findNames)) };
  }
  yield* complaintFiles(archive);
  for (const [table, folder] of Object.entries(pictureFolders))
    for await (const { owner, photo } of listPictures(archive, table))
      yield {
        name: `${folder}/${photo}.webp`,
        open: async () => (await storage.open(fileKey(owner, photo, 'full')))?.stream,
      };
}

function listTables({ exports, folder, declared }: Archive, topic: ExportTopic): Table[] {
  return Object.keys(sources)
    .filter((name) => declared.tables[name]?.export === topic)
    .map((name) => ({ name, rows: readRows(exports, folder, name) }));
}

type Picture = { owner: Parameters<typeof fileKey>[0]; photo: PhotoId };

async function* listPictures({ exports, folder, memberId }: Archive, table: string): AsyncGenerator<Picture> {
  for await (const row of readRows(exports, folder, table) as AsyncIterable<{
    photo: PhotoId;
    conversation?: ConversationId;
  }>)
    yield {
      owner: row.conversation ? { kind: 'chat', id: row.conversation } : { kind: 'member', id: memberId },
      photo: row.photo,
    };
}

async function* complaintFiles({ database, exports, folder }: Archive): AsyncGenerator<Part> {
  for await (const { file } of readRows(exports, folder, 'complaint_files') as AsyncIterable<{ file: string }>)
    yield {
      name: `complaint-files/${file}`,
      open: async () => {
        const row = await database.first(loadComplaintFile, { file });
        return row && Readable.from([row.content]);
      },
    };
}

function* index({ say, language }: Reader): Generator<string> {
  yield startOfPage(language, say('export.title'));
  yield `<p>${escapeHtml(say('export.lead'))}</p>\n<ul>\n`;
  for (const topic of exportTopics)
    yield `<li><a href="${topic}.html">${escapeHtml(say(`export.topic.${topic}`))}</a></li>\n`;
  yield '</ul>\n</body></html>\n';
}

interface Owner {
  memberId: MemberId;
  site: Site;
  say: Say;
}

/**
 * Finds the names of members. Those whom the owner cannot see now all get the same words, so that nothing reveals who
 * blocked the owner.
 */
async function resolveNames(
  database: Database,
  { memberId, site, say }: Owner,
  rows: readonly { member?: unknown; conversation?: unknown }[],
): Promise<Map<string, string>> {
  const talks = idsIn<ConversationId>(rows.map(({ conversation }) => conversation));
  const others = talks.length > 0 ? await database.all(listOthers, { memberId, conversationIds: talks }) : [];
  const ids = idsIn<MemberId>([...rows.map(({ member }) => member), ...others.map(({ member }) => member)]);
  const views = ids.map((otherId) => ({ viewerId: memberId, otherId, site }));
  const relationships = await findRelationships(database, views);
  const getName = (one: (typeof relationships)[number]): string => {
    const sight = one ? deriveSight(one) : 'none';
    if (!one || sight === 'none' || sight === 'blocked') return say('payments.someone');
    return one.status === 'hidden' ? say('common.former-member') : one.name;
  };
  const names = new Map<string, string>(ids.map((id, position) => [id, getName(relationships[position])]));
  for (const { conversation, member } of others) names.set(conversation, names.get(member) ?? '');
  return names;
}

const idsIn = <Id extends string>(values: readonly unknown[]): Id[] => [
  ...new Set(values.filter((value) => isId<Id>(value))),
];

/** Returns the key of the file with one table's rows in one run: one row a line, every value with its type. */
const spoolKey = (folder: string, table: string): string => `${folder}/${table.replaceAll('_', '-')}`;

/** Copies all rows as of one moment. Both forms of the export come from these files, so the database is read once. */
async function spoolRows(
  { database, exports }: Pick<AppContext, 'database' | 'exports'>,
  memberId: MemberId,
  folder: string,
): Promise<void> {
  await database.snapshot(async (snapshot) => {
    for (const [table, source] of Object.entries(sources))
      await exports.put(spoolKey(folder, table), Readable.from(lines(listRows(snapshot, source, memberId))));
  });
}

async function* readRows(exports: AppContext['exports'], folder: string, table: string): AsyncGenerator<object> {
  const file = await exports.open(spoolKey(folder, table));
  if (!file) throw new Error('the rows of an export are gone');
  let rest = '';
  for await (const piece of file.stream.setEncoding('latin1') as AsyncIterable<string>) {
    const whole = (rest + piece).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) yield deserialize(Buffer.from(line, 'base64')) as object;
  }
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${serialize(row).toString('base64')}\n`;
}

async function* listRows(snapshot: Snapshot, { list, listIn }: Source, memberId: MemberId): AsyncGenerator<object> {
  if (list) return yield* snapshot.each(list, { memberId });
  for await (const { conversation: conversationId } of snapshot.each(listConversations, { memberId }))
    yield* snapshot.each(listIn, { memberId, conversationId });
}
