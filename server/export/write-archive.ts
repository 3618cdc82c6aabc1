import { Readable } from 'node:stream';

import { ZipFile } from 'yazl';

import type { AppContext } from '../context.ts';
import { escapeHtml } from '../accounts/email-html.ts';
import { storageKey } from '../photos/store-picture.ts';
import { namesIn } from './names-in.ts';
import { loadComplaintFile } from './queries-account.ts';
import type { FindNames, Reader } from './reader.ts';
import { type ExportTopic, exportTopics, sources } from './sources.data.ts';
import { readRows } from './spool-rows.ts';
import { type Table, pictureFolders, startOfPage, writeJson, writePage } from './write-topic.ts';

interface Part {
  name: string;
  open: () => Promise<Readable | undefined> | Readable;
}

export interface Archive extends Pick<AppContext, 'database' | 'storage' | 'exports'> {
  memberId: string;
  reader: Reader;
  /** The folder of the spooled rows (`spool-rows.ts`). */
  folder: string;
}

/** Streams a member's data as a ZIP: neither rows nor pictures are all in memory at once. */
export function writeArchive(archive: Archive): Readable {
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
  const findNames: FindNames = (rows) => namesIn(database, { memberId, ...reader }, rows);
  yield { name: 'index.html', open: () => Readable.from(index(reader)) };
  for (const topic of exportTopics) {
    const tables = (): Table[] => tablesOf(archive, topic);
    yield { name: `data/${topic}.json`, open: () => Readable.from(writeJson(tables())) };
    const title = reader.say(`export.topic.${topic}`);
    yield { name: `${topic}.html`, open: () => Readable.from(writePage(reader, title, tables(), findNames)) };
  }
  yield* complaintFiles(archive);
  for (const [table, folder] of Object.entries(pictureFolders))
    for await (const { owner, photo } of listPictures(archive, table))
      yield {
        name: `${folder}/${photo}.webp`,
        open: async () => (await storage.open(`${storageKey(owner, photo)}/full.webp`))?.stream,
      };
}

function tablesOf({ exports, folder }: Archive, topic: ExportTopic): Table[] {
  return Object.entries(sources)
    .filter(([, source]) => source.topic === topic)
    .map(([name]) => ({ name, rows: readRows(exports, folder, name) }));
}

type Picture = { owner: Parameters<typeof storageKey>[0]; photo: string };

async function* listPictures({ exports, folder, memberId }: Archive, table: string): AsyncGenerator<Picture> {
  for await (const row of readRows(exports, folder, table) as AsyncIterable<{ photo: string; conversation?: string }>)
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
