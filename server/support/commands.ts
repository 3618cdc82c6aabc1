import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { photoRefusals } from '../../contract/photos/photo-rules.ts';
import { isId } from '../../contract/platform/id.ts';
import { cutText } from '../../contract/platform/text.ts';
import { complaintOutcomes, moderationActionKinds, moderationReasons } from '../../contract/support/operations.ts';
import { dayMs } from '../platform/clock.ts';
import { oneLine } from '../platform/text/one-line.ts';
import { type Printed, type RunCommand, defineCommand, defineCommands } from '../staff/command.ts';
import type { StaffContext } from '../staff/staff.ts';
import {
  type Closed,
  type ShownComplaint,
  type WaitingPhoto,
  answerComplaint,
  approvePhoto,
  copyMemberData,
  countDeletions,
  decideComplaint,
  findAccountToCopy,
  listOpenComplaints,
  listWaitingPhotos,
  loadComplaintFile,
  moderateMember,
  rejectPhoto,
  revertByNumber,
  showByNumber,
  showWaitingPhoto,
} from './moderation.ts';
import { readNumber } from './numbers.ts';
import type { ComplaintRow, ModerationActionRow } from './queries.ts';
import { banDaysMax, cleanText, readModerationAction } from './rules.ts';

const complaintsHelp = [
  'npm run staff -- list                                  lists open complaints and reports, oldest first',
  'npm run staff -- show <number> [--save <folder>]       shows one with its evidence; --save writes its pictures and files',
  'npm run staff -- answer <number> <text>                answers in writing, by email and on the page',
  `npm run staff -- close <number> <outcome>              ${complaintOutcomes.join(', ')}`,
  '                acted: name the action, unless it was taken since; the member gets the reasons:',
  `                --action ${moderationActionKinds.join('|')} --reason ${moderationReasons.join('|')} --facts <text>`,
  '                --law <words> for the reason law, --photo <id>, --conversation <id> --message <id>, --member <id> if the complaint names none',
  `                --days <1 to ${banDaysMax}> for a ban that ends by itself`,
  '                changed: takes back the action; --decision <number> if the complaint names none',
  'npm run staff -- revert <number>                       takes back an action without an objection',
  'npm run staff -- moderate <member id> --action …       acts in the same way on something that nobody reported',
  'npm run staff -- copy <number> --member <id> --save <file>   writes a copy of the data of a member who asked for it in the complaint',
  'npm run staff -- deletions                             counts by month the reasons that members gave for leaving',
  'Every act is recorded under your account on this machine.',
];

const closings: Readonly<Record<Closed['state'], string>> = {
  closed: 'is closed.',
  'closed-before': 'was closed before.',
  involved: 'stays open: it contests a decision of yours, and somebody else decides.',
  'nothing-done': 'stays open: nothing was done yet. Name the action with --action and the member with --member.',
  'nothing-changed': 'stays open: it takes back nothing. Name the decision with --decision.',
  'nothing-left':
    'Nothing is left to do: the account is closed for as long; the photo, the text or the message is gone; or the message has no words or photo of the member.',
};

const actionOptions = ['action', 'reason', 'law', 'facts', 'photo', 'days', 'conversation', 'message'] as const;

const readShown = readStrictly(['save'], 1, ([number = ''], { save: folder }) => {
  return { number, folder, withPictures: folder !== undefined };
});

const complaintCommands = {
  list: defineCommand(complaintsHelp, {
    read: readStrictly([], 0, () => ({})),
    run: listOpenComplaints,
    print: ({ rows, now }) => ({ lines: [`Open: ${rows.length}`, ...openLines(rows, now)] }),
  }),
  show: defineCommand(complaintsHelp, {
    read: readShown,
    run: async (context: StaffContext, input) => {
      const shown = await showByNumber(context, input);
      if (shown === null || 'action' in shown || input.folder === undefined) return shown && { shown, saved: [] };
      return { shown, saved: await saveFiles(context, shown, input.folder) };
    },
    print: ({ shown, saved }) =>
      'action' in shown
        ? { lines: moderationActionLines(shown.action) }
        : {
            lines: [...complaintLines(shown), ...saved.map(savedLine)],
            failed: saved.some(({ fault }) => fault !== null),
          },
  }),
  answer: defineCommand(complaintsHelp, {
    read: readStrictly([], Infinity, ([number = '', ...texts]) => {
      const text = cleanText(texts.join(' '));
      return text === '' ? null : { number, text };
    }),
    run: answerComplaint,
    print: ({ number }) => ({ lines: [`${number} is answered.`] }),
  }),
  close: defineCommand(complaintsHelp, {
    read: readStrictly(['member', 'decision', ...actionOptions], 2, ([number = '', word], given) => {
      const { member = null, decision, ...options } = given;
      const outcome = complaintOutcomes.find((one) => one === word);
      const action = readModerationAction(options);
      if (
        !outcome ||
        !(member === null || isId<MemberId>(member)) ||
        action === 'faulty' ||
        (action !== 'unwanted' && outcome !== 'acted')
      )
        return null;
      return {
        number,
        outcome,
        action: action === 'unwanted' ? null : action,
        memberId: member,
        decision: decision === undefined ? null : readNumber(decision),
      };
    }),
    run: decideComplaint,
    print: (closed) => {
      const statement = closed.state === 'closed' && closed.action !== null ? [statementLine(closed.action)] : [];
      const lines = [`${closed.number} ${closings[closed.state]}`, ...statement];
      return { lines, failed: closed.state !== 'closed' };
    },
  }),
  moderate: defineCommand(complaintsHelp, {
    read: readStrictly(actionOptions, 1, ([memberId = ''], options) => {
      const action = readModerationAction(options);
      return isId<MemberId>(memberId) && typeof action === 'object' ? { memberId, action } : null;
    }),
    run: moderateMember,
    print: ({ number, done }) => ({
      lines: [done ? `Done. ${statementLine(number)}` : closings['nothing-left']],
      failed: !done,
    }),
  }),
  revert: defineCommand(complaintsHelp, {
    read: readStrictly([], 1, ([number = '']) => ({ number })),
    run: revertByNumber,
    print: ({ number, reverted }) => ({
      lines: [reverted === 'now' ? `${number} is taken back.` : `${number} was taken back before.`],
      failed: reverted !== 'now',
    }),
  }),
  copy: defineCommand(complaintsHelp, {
    read: readStrictly(['member', 'save'], 1, ([number = ''], { member: memberId = '', save: path }) =>
      isId<MemberId>(memberId) && path !== undefined ? { number, memberId, path } : null,
    ),
    run: copyToFile,
    print: ({ path }) => ({ lines: [`saved: ${path}`] }),
  }),
  deletions: defineCommand(complaintsHelp, {
    read: readStrictly([], 0, () => ({})),
    run: countDeletions,
    print: (rows) => ({
      lines: rows.map(({ month, reason, members }) => `${month.slice(0, 7)}  ${reason}  ${members}`),
    }),
  }),
};

const photosMax = 50;

const photosHelp = [
  'npm run staff -- photos                                    lists the waiting photos, oldest first',
  'npm run staff -- photos show <id>                          prints the path of the picture',
  'npm run staff -- photos approve <id>',
  `npm run staff -- photos reject <id> <refusal>    ${photoRefusals.join(', ')}`,
  '                the owner gets the reasons; “rules” needs --reason and --facts, as an action does',
];

const readRejection = readStrictly(['reason', 'law', 'facts'], 2, ([photoId, word = ''], options) => {
  const refusal = photoRefusals.find((one) => one === word);
  const reason = options.reason ?? `photo-${word}`;
  const action = readModerationAction({ ...options, action: 'photo', reason, photo: photoId });
  return refusal && isId<PhotoId>(photoId) && typeof action === 'object' ? { photoId, refusal, action } : null;
});

const readPhotoId = readStrictly([], 1, ([photoId = '']) => (isId<PhotoId>(photoId) ? { photoId } : null));

const photoCommands = {
  list: defineCommand(photosHelp, {
    read: readStrictly([], 0, () => ({})),
    run: (context: StaffContext) => listWaitingPhotos(context, photosMax),
    print: (photos) => ({ lines: photoLines(photos) }),
  }),
  show: photoCommand(showWaitingPhoto, ({ file }) => file),
  approve: photoCommand(approvePhoto, (_done, photoId) => `${photoId} is approved.`),
  reject: defineCommand(photosHelp, {
    read: readRejection,
    run: async (context: StaffContext, input) => ({ number: await rejectPhoto(context, input) }),
    print: ({ number }, { photoId }) =>
      number === undefined ? notWaiting(photoId) : { lines: [`${photoId} is rejected. ${statementLine(number)}`] },
  }),
};

export const supportCommands = { ...complaintCommands, photos: defineCommands(photosHelp, photoCommands) };

/** Defines a command about one photo. `act` returns nothing if the photo does not wait. */
function photoCommand<Done>(
  act: (context: StaffContext, photoId: PhotoId) => Promise<Done>,
  write: (done: NonNullable<Done>, photoId: PhotoId) => string,
): RunCommand<StaffContext> {
  return defineCommand(photosHelp, {
    read: readPhotoId,
    run: async (context: StaffContext, { photoId }) => ({ done: await act(context, photoId) }),
    print: ({ done }, { photoId }) => (done ? { lines: [write(done, photoId)] } : notWaiting(photoId)),
  });
}

function notWaiting(photoId: PhotoId): Printed {
  return { lines: [`${photoId} is not waiting: it was decided or deleted.`], failed: true };
}

function photoLines(photos: readonly WaitingPhoto[]): string[] {
  if (photos.length === 0) return ['No photo is waiting.'];
  const more = photos.length === photosMax ? [`There may be more: these are the first ${photosMax}.`] : [];
  const lines = photos.map(({ photo_id: id, created_at: at, queue, file }) => {
    return `${id}  ${at.toISOString()}  ${queue === 'before' ? 'not shown yet' : 'shown already'}  ${file}`;
  });
  return [...lines, ...more];
}

const statementLine = (number: string): string => `The statement of reasons is number ${number}.`;

interface Saved {
  path: string;
  /** Why the file could not be written; null if it was. */
  fault: string | null;
}

const savedLine = ({ path, fault }: Saved): string =>
  fault === null ? `saved: ${path}` : `not saved: ${path}: ${fault}`;

/**
 * Saves a complaint's files in a folder. One that cannot be written does not keep the others, or the complaint, from
 * being shown.
 */
async function saveFiles(
  context: StaffContext,
  { complaint: { number }, evidence, files }: ShownComplaint,
  folder: string,
): Promise<Saved[]> {
  const saved: Saved[] = [];
  const save = async (name: string, content: Uint8Array | null): Promise<void> => {
    if (!content) return;
    const path = join(folder, `${number}-${name}`);
    const fault = await writeFile(path, content, { mode: 0o600 }).then(
      () => null,
      (error: Error) => error.message,
    );
    saved.push({ path, fault });
  };
  for (const { position, picture } of evidence) await save(`${position}.webp`, picture);
  for (const { position, kind } of files)
    await save(`file-${position}.${kind}`, await loadComplaintFile(context, number, position));
  return saved;
}

/** Returns null if there is no such complaint. Throws if there is no such account or the file exists. */
async function copyToFile(
  context: StaffContext,
  { path, ...named }: { number: string; memberId: MemberId; path: string },
): Promise<{ path: string } | null> {
  const found = await findAccountToCopy(context, named);
  if (found === 'no-complaint') return null;
  const missing = new Error(`There is no account ${named.memberId}.`);
  if (found === 'no-account') throw missing;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await new Promise((resolve, reject) => file.once('open', resolve).once('error', reject));
  let isCopied = false;
  try {
    isCopied = (await copyMemberData(context, found, (zip) => pipeline(zip, file))) === 'copied';
  } finally {
    if (!isCopied) {
      file.destroy();
      await rm(path, { force: true });
    }
  }
  if (!isCopied) throw missing;
  return { path };
}

/**
 * Refuses unknown options, options without a value and more words than `wordsMax`, so that a misspelled `--days` does
 * not become a ban without an end.
 */
function readStrictly<
  Name extends string,
  Read extends (words: readonly string[], options: Partial<Record<Name, string>>) => object | null,
>(names: readonly Name[], wordsMax: number, read: Read): (given: readonly string[]) => ReturnType<Read> | string {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  return (given) => {
    let parsed;
    try {
      parsed = parseArgs({ args: [...given], options, allowPositionals: true });
    } catch (error) {
      return (error as Error).message;
    }
    const { values, positionals } = parsed;
    const empty = names.find((name) => values[name] === '');
    if (empty !== undefined) return `--${empty} needs a value`;
    if (positionals.length > wordsMax) return `unknown: ${positionals.slice(wordsMax).join(' ')}`;
    return read(positionals, values as Partial<Record<Name, string>>) as ReturnType<Read>;
  };
}

/** Lists open complaints, oldest first, with their age. Reports about one member share one line. */
function openLines(rows: readonly ComplaintRow[], now: Date): string[] {
  const groups = new Map<string, ComplaintRow[]>();
  for (const row of rows) {
    const about = row.about_id ?? row.number;
    groups.set(about, [...(groups.get(about) ?? []), row]);
  }
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [openLine(first, more, now)] : []));
}

/** Pictures are re-encoded, but a PDF is exactly what a stranger sent. */
const warningsOfKind: Record<string, string> = { pdf: ', not checked: open it away from this machine' };

function openLine(first: ComplaintRow, more: readonly ComplaintRow[], now: Date): string {
  const days = Math.floor((now.getTime() - first.received_at.getTime()) / dayMs);
  const what = first.reason === null ? first.kind : `report, ${first.reason}`;
  const numbers = more.map(({ number }) => number).join(' ');
  const also = more.length === 0 ? [] : [`and ${more.length} more about the same member: ${numbers}`];
  const text = oneLine(first.text);
  return [`${days} d`, first.number, what, first.language, cutText(text, 80), ...also].filter(Boolean).join('  ');
}

/** Lists a complaint in lines. No typed text starts a line of its own or controls the terminal. */
function complaintLines({ complaint: row, files, evidence, answers, contested }: ShownComplaint): string[] {
  const facts: [name: string, value: string | null][] = [
    ['number', row.number],
    ['kind', row.kind],
    ['reason', row.reason],
    ['received', row.received_at.toISOString()],
    ['site', `${row.site}, ${row.language}`],
    ['from', row.reporter_id ?? `${row.name} ${row.email}`],
    ['about', row.about_id ?? row.url],
    ['contests', row.contests],
    ['about the action', contested ?? null],
    ['closed', row.closed_at && `${row.closed_at.toISOString()}, ${row.outcome ?? ''}`],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : [])),
    ...indentLines('text', row.text),
    ...files.map(
      ({ position, kind, size }) =>
        `file ${position}: ${kind}, ${Math.ceil(size / 1024)} KB${warningsOfKind[kind] ?? ''}`,
    ),
    ...evidence.flatMap(({ position, kind, content, picture }) =>
      indentLines(`evidence ${position}, ${kind}${picture ? ' with a picture' : ''}`, JSON.stringify(content, null, 2)),
    ),
    ...answers.flatMap(({ text, answered_at: at }) => indentLines(`answer of ${at.toISOString()}`, text)),
  ];
}

function moderationActionLines(row: ModerationActionRow): string[] {
  return [
    `number: ${row.number}`,
    `about: ${row.member_id}`,
    `action: ${row.kind}, ${row.reason}${row.law && ` (${oneLine(row.law)})`}, by ${row.source === 'own' ? 'ourselves' : 'a report'}`,
    ...(row.about_at ? [`about what was added: ${row.about_at.toISOString()}`] : []),
    `decided: ${row.decided_at.toISOString()}`,
    ...(row.ends_at ? [`ends: ${row.ends_at.toISOString()}`] : []),
    ...(row.ended_at ? [`ended: ${row.ended_at.toISOString()}`] : []),
    ...(row.reverted_at ? [`taken back: ${row.reverted_at.toISOString()}`] : []),
    ...indentLines('facts', row.facts),
  ];
}

function indentLines(name: string, text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => `  ${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`);
  return [`${name}:`, ...lines];
}
