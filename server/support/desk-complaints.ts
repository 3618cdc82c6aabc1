import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type ComplaintOutcome, complaintOutcomes } from '../../contract/support.ts';
import { listReasonsGiven } from '../accounts/leaving/departures.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { answerComplaint, decideComplaint } from './decide-complaint.ts';
import { readNumber } from './numbers.ts';
import { complaintLines, openLines } from './present.ts';
import {
  type ComplaintRow,
  findComplaint,
  insertAct,
  listAnswers,
  listEvidence,
  listFiles,
  listOpen,
  loadFile,
} from './queries.ts';
import { cleanText } from './rules.ts';

const listMax = 500;

const help = [
  'npm run desk -- list --by <who>                                  open complaints and reports, oldest first',
  'npm run desk -- show <number> --by <who> [--save <folder>]       one, with its evidence; saves pictures and files',
  'npm run desk -- answer <number> <text> --by <who>                answers in words, by mail and on the page',
  `npm run desk -- close <number> <outcome> --by <who>              ${complaintOutcomes.join(', ')}`,
  'npm run desk -- departures --by <who>                            why members left, by month, as far as they said',
  'Who acts may also stand in the variable DESK_USER. Every act is noted.',
];

interface Work {
  context: AppContext;
  who: string;
  /** The words without the options. */
  words: string[];
  folder: string | undefined;
  say: (line: string) => void;
}

/** Each returns the exit code; null stands for the help. */
const acts = {
  list: async ({ context, who, say }) => {
    const rows = await context.database.transaction(async (tx) => {
      await note(context, tx, { who, act: 'list', number: null, detail: '' });
      return tx.all(listOpen, { limit: listMax });
    });
    say(`Open: ${rows.length}`);
    for (const line of openLines(rows, context.clock.now())) say(line);
    return 0;
  },
  show: async ({ context, who, words: [typed], folder, say }) => {
    const row = await find(context, typed);
    if (!row) return null;
    const { number } = row;
    const parts = await context.database.transaction(async (tx) => {
      await note(context, tx, { who, act: 'show', number, detail: folder === undefined ? '' : 'with pictures' });
      return {
        files: await tx.all(listFiles, { number }),
        evidence: await tx.all(listEvidence, { number }),
        answers: await tx.all(listAnswers, { number }),
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
  answer: async ({ context, who, words: [typed, ...texts], say }) => {
    const row = await find(context, typed);
    const text = cleanText(texts.join(' '));
    if (!row || text === '') return null;
    const { number } = row;
    await context.database.transaction(async (tx) => {
      const position = await answerComplaint(context, tx, row, text);
      await note(context, tx, { who, act: 'answer', number, detail: String(position) });
    });
    say(`${number} is answered.`);
    return 0;
  },
  close: async ({ context, who, words: [typed, outcome = ''], say }) => {
    const row = await find(context, typed);
    if (!row || !isOutcome(outcome)) return null;
    const { number } = row;
    const isClosed = await context.database.transaction(async (tx) => {
      if (!(await decideComplaint(context, tx, row, outcome))) return false;
      await note(context, tx, { who, act: 'close', number, detail: outcome });
      return true;
    });
    say(isClosed ? `${number} is closed.` : `${number} was closed before.`);
    return isClosed ? 0 : 1;
  },
  departures: async ({ context, who, say }) => {
    const rows = await context.database.transaction(async (tx) => {
      await note(context, tx, { who, act: 'departures', number: null, detail: '' });
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
  departures: commandFor('departures'),
};

function commandFor(act: Act) {
  return async (context: AppContext, given: string[], say: (line: string) => void): Promise<number> => {
    const { by: who = context.config.deskUser ?? '', save: folder, words } = readOptions(given);
    const code = who === '' ? null : await acts[act]({ context, who, words, folder, say });
    if (code === null) for (const line of help) say(line);
    return code ?? 1;
  };
}

function readOptions(given: readonly string[]): { by?: string; save?: string; words: string[] } {
  const options: { by?: string; save?: string; words: string[] } = { words: [] };
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    if (word === '--by') options.by = given[(at += 1)] ?? '';
    else if (word === '--save') options.save = given[(at += 1)] ?? '';
    else options.words.push(word);
  }
  return options;
}

function find({ database }: AppContext, typed = ''): Promise<ComplaintRow | undefined> {
  return database.first(findComplaint, { number: readNumber(typed) });
}

function isOutcome(word: string): word is ComplaintOutcome {
  return (complaintOutcomes as readonly string[]).includes(word);
}

async function note(
  { clock }: AppContext,
  tx: Transaction,
  act: { who: string; act: Act; number: string | null; detail: string },
): Promise<void> {
  await tx.run(insertAct, { actId: randomUUID(), ...act, now: clock.now() });
}
