import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isId } from '../../contract/platform/id.ts';
import {
  type ComplaintOutcome,
  complaintOutcomes,
  measureGrounds,
  measureKinds,
} from '../../contract/support/operations.ts';
import { listReasonsGiven } from '../accounts/leaving/departures.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { type Closed, answerComplaint, decideComplaint, findContestedMeasure } from './decide-complaint.ts';
import { copyData } from './copy-data.ts';
import { type Options, formatMeasure, readMeasure, readOptions } from './desk-options.ts';
import { deriveComplaintNumber, readNumber } from './numbers.ts';
import { complaintLines, measureLines, openLines } from './present.ts';
import {
  type ComplaintRow,
  findComplaint,
  findMeasure,
  listAnswers,
  listEvidence,
  listFiles,
  listOpen,
  loadFile,
} from './queries.ts';
import { banDaysMax, cleanText } from './rules.ts';
import { type WantedMeasure, takeBackMeasure, takeMeasure } from './take-measure.ts';

const listMax = 500;

const help = [
  'npm run desk -- list                                  open complaints and reports, oldest first',
  'npm run desk -- show <number> [--save <folder>]       one, with its evidence; saves pictures and files',
  'npm run desk -- answer <number> <text>                answers in words, by mail and on the page',
  `npm run desk -- close <number> <outcome>              ${complaintOutcomes.join(', ')}`,
  '                acted: with what is done, unless it was done since; the member gets the reasons:',
  `                --measure ${measureKinds.join('|')} --ground ${measureGrounds.join('|')} --facts <text>`,
  '                --law <words> for the ground law, --photo <id>, --conversation <id> --message <id>, --member <id> where the complaint names none',
  `                --days <1 to ${banDaysMax}> for a ban that ends by itself`,
  '                changed: takes back the measure; --decision <number> where the complaint names none',
  'npm run desk -- lift <number>                         takes back a measure without an objection',
  'npm run desk -- measure <member id> --measure …       the same of what nobody reported',
  'npm run desk -- copy <number> --member <id> --save <file>   writes a copy of the data of a member who asked for it there',
  'npm run desk -- departures                            why members left, by month, as far as they said',
  'Who acts is the account of this machine. Every act is recorded.',
];

interface Work {
  context: AppContext & AtDesk;
  words: string[];
  options: Options;
  say: (line: string) => void;
}

const closings: Readonly<Record<Closed['state'], string>> = {
  closed: 'is closed.',
  'closed-before': 'was closed before.',
  involved: 'is left open: it contests a decision of yours, and somebody else decides.',
  'nothing-done': 'is left open: nothing was done yet. Say what with --measure, and about whom with --member.',
  'nothing-changed': 'is left open: it takes back nothing. Say what with --decision.',
  'nothing-left':
    'Nothing is left to do: the account is closed for as long; the photo, the text or the message is gone; or the message has no words or photo of the member.',
};

/** Each act returns the exit code; null prints the help. */
const acts = {
  list: async ({ context, say }) => {
    const rows = await context.database.transaction(async (tx) => {
      await recordAct(context, tx, { act: 'list' });
      return tx.all(listOpen, { limit: listMax });
    });
    say(`Open: ${rows.length}`);
    for (const line of openLines(rows, context.clock.now())) say(line);
    return 0;
  },
  show: async (work) => {
    const {
      context,
      words: [typed],
      options: { save: folder },
      say,
    } = work;
    const row = await find(context, typed);
    if (!row) return showMeasure(work);
    const { number } = row;
    const parts = await context.database.transaction(async (tx) => {
      await recordAct(context, tx, { act: 'show', about: number, detail: folder === undefined ? '' : 'with pictures' });
      return {
        files: await tx.all(listFiles, { number }),
        evidence: await tx.all(listEvidence, { number }),
        answers: await tx.all(listAnswers, { number }),
        contested: await findContestedMeasure(tx, number),
      };
    });
    for (const line of complaintLines(row, parts)) say(line);
    if (folder === undefined) return 0;
    const save = async (name: string, content: Uint8Array): Promise<void> => {
      const path = join(folder, `${number}-${name}`);
      await writeFile(path, content, { mode: 0o600 });
      say(`saved: ${path}`);
    };
    for (const { position, picture } of parts.evidence) if (picture) await save(`${position}.webp`, picture);
    for (const { position, kind } of parts.files) {
      const file = await context.database.first(loadFile, { number, position });
      if (file) await save(`file-${position}.${kind}`, file.content);
    }
    return 0;
  },
  answer: async ({ context, words: [typed, ...texts], say }) => {
    const row = await find(context, typed);
    const text = cleanText(texts.join(' '));
    if (!row || text === '') return null;
    const { number } = row;
    await context.database.transaction(async (tx) => {
      const position = await answerComplaint(context, tx, row, text);
      await recordAct(context, tx, { act: 'answer', about: number, detail: String(position) });
    });
    say(`${number} is answered.`);
    return 0;
  },
  close: async ({ context, words: [typed, outcome = ''], options, say }) => {
    const row = await find(context, typed);
    const measure = readMeasure(options);
    if (!row || !isOutcome(outcome) || measure === undefined || (measure && outcome !== 'acted')) return null;
    const { number } = row;
    const closed = await context.database.transaction(async (tx) => {
      const reported = await reportedIn(tx, number);
      const wanted = measure && {
        ...measure,
        photoId: measure.photoId ?? reported.photoId,
        message: measure.message ?? reported.message,
      };
      const memberId = options.member ?? null;
      const decision = options.decision === undefined ? null : readNumber(options.decision);
      const done = await decideComplaint(context, tx, row, { outcome, measure: wanted, memberId, decision });
      if (done.state !== 'closed') return done;
      if (done.measure !== null)
        await recordAct(context, tx, { act: 'measure', about: done.measure, detail: formatMeasure(wanted) });
      if (done.lifted !== null) await recordAct(context, tx, { act: 'lift', about: done.lifted });
      return done;
    });
    say(`${number} ${closings[closed.state]}`);
    if (closed.state === 'closed' && closed.measure !== null) say(`The reasons are number ${closed.measure}.`);
    return closed.state === 'closed' ? 0 : 1;
  },
  measure: async ({ context, words: [memberId = ''], options, say }) => {
    const measure = readMeasure(options);
    if (!isId(memberId) || !measure) return null;
    const number = deriveComplaintNumber(context, `measure ${randomUUID()}`);
    const isDone = await context.database.transaction(async (tx) => {
      if (!(await takeMeasure(context, tx, { memberId, number, source: 'own' }, measure))) return false;
      await recordAct(context, tx, { act: 'measure', about: number, detail: formatMeasure(measure) });
      return true;
    });
    say(isDone ? `Done. The reasons are number ${number}.` : closings['nothing-left']);
    return isDone ? 0 : 1;
  },
  lift: async ({ context, words: [typed = ''], say }) => {
    const number = readNumber(typed);
    const done = await context.database.transaction(async (tx) => {
      const takenBack = await takeBackMeasure(context, tx, number);
      if (takenBack === 'now') await recordAct(context, tx, { act: 'lift', about: number });
      return takenBack;
    });
    if (done === undefined) return null;
    say(done === 'now' ? `${number} is taken back.` : `${number} was taken back before.`);
    return done === 'now' ? 0 : 1;
  },
  copy: async (work) => {
    const row = await find(work.context, work.words[0]);
    return row ? copyData({ ...work, number: row.number }) : null;
  },
  departures: async ({ context, say }) => {
    const rows = await context.database.transaction(async (tx) => {
      await recordAct(context, tx, { act: 'departures' });
      return listReasonsGiven(tx);
    });
    for (const { month, reason, members } of rows) say(`${month.slice(0, 7)}  ${reason}  ${members}`);
    return 0;
  },
} satisfies Record<string, (work: Work) => Promise<number | null>>;

type Act = keyof typeof acts;

/** The commands for the queue of complaints and reports. */
export const deskComplaints = {
  list: commandFor('list'),
  show: commandFor('show'),
  answer: commandFor('answer'),
  close: commandFor('close'),
  measure: commandFor('measure'),
  lift: commandFor('lift'),
  copy: commandFor('copy'),
  departures: commandFor('departures'),
};

function commandFor(act: Act) {
  return async (context: AppContext & AtDesk, given: string[], say: (line: string) => void): Promise<number> => {
    const { words, ...options } = readOptions(given);
    const code = await acts[act]({ context, words, options, say });
    if (code === null) for (const line of help) say(line);
    return code ?? 1;
  };
}

function find({ database }: AppContext, typed = ''): Promise<ComplaintRow | undefined> {
  return database.first(findComplaint, { number: readNumber(typed) });
}

/** Shows the statement of reasons if the number is a measure's. */
async function showMeasure({ context, words: [typed = ''], say }: Work): Promise<number | null> {
  const row = await context.database.first(findMeasure, { number: readNumber(typed) });
  if (!row) return null;
  await context.database.transaction((tx) =>
    recordAct(context, tx, { act: 'show', about: row.number, detail: 'measure' }),
  );
  for (const line of measureLines(row)) say(line);
  return 0;
}

async function reportedIn(tx: Transaction, number: string): Promise<Pick<WantedMeasure, 'photoId' | 'message'>> {
  const evidence = await tx.all(listEvidence, { number });
  // A report of a profile keeps photos, but is not about them.
  const of = (wanted: string) =>
    evidence
      .filter(({ kind }) => kind === wanted)
      .map(({ content }) => content as Partial<Record<string, string>> & { reported?: boolean })
      .find(({ reported }) => reported !== false) ?? {};
  const { conversation: conversationId, message: messageId } = of('message');
  return {
    photoId: of('photo')['photo'],
    message: conversationId && messageId ? { conversationId, messageId } : undefined,
  };
}

function isOutcome(word: string): word is ComplaintOutcome {
  return (complaintOutcomes as readonly string[]).includes(word);
}
