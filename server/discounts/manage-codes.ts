import type { AppContext } from '../context.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { type CodeRow, endCode, insertCode, listCodes } from './queries.ts';
import { readNewCode } from './read-code.ts';
import { normalizeCode } from './rules.ts';

const help = [
  'npm run codes -- list',
  'npm run codes -- add [<code>] --percentage 20 [--scope default|niche:2|domain:example.org] [--country NL]',
  '    [--minimum 15.00 --currency EUR] [--from <time>] [--until <time>] [--uses 100] [--uses-per-member 1] [--member <id>]',
  '    without a code, or for one member, a code is drawn by lot',
  'npm run codes -- end <code> [<scope>]',
];

type Context = Pick<AppContext, 'clock' | 'database'> & AtDesk;

/** Adds, lists and ends discount codes from a terminal. `say` prints a line. Returns the exit code. */
export async function manageCodes(
  context: Context,
  [action = 'list', ...words]: string[],
  say: (line: string) => void,
): Promise<number> {
  if (action === 'list' && words.length === 0) return list(context, say);
  if (action === 'add') return add(context, words, say);
  if (action === 'end' && words[0] !== undefined) return end(context, words[0], words[1] ?? 'default', say);
  for (const line of help) say(line);
  return 1;
}

async function add(context: Context, words: string[], say: (line: string) => void): Promise<number> {
  const { clock, database } = context;
  const now = clock.now();
  const code = readNewCode(words, now);
  if (typeof code === 'string') {
    say(code);
    return 1;
  }
  const added = await database.transaction(async (tx) => {
    const count = await tx.run(insertCode, { ...code, now });
    const detail = `${code.scope} ${code.percentage} %`;
    if (count > 0) await recordAct(context, tx, { act: 'codes-add', about: code.code, detail });
    return count;
  });
  say(added > 0 ? `${code.code} is added in ${code.scope}.` : `${code.code} exists in ${code.scope} already.`);
  return added > 0 ? 0 : 1;
}

async function list(context: Context, say: (line: string) => void): Promise<number> {
  const { clock, database } = context;
  const rows = await database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'codes-list' });
    return tx.all(listCodes);
  });
  if (rows.length === 0) say('There are no codes.');
  for (const row of rows) say(lineOf(row, clock.now()));
  return 0;
}

function lineOf(row: CodeRow, now: Date): string {
  const over = row.ended_at !== null || (row.valid_until !== null && row.valid_until <= now);
  const state = over ? 'ended' : row.valid_from > now ? 'begins later' : 'active';
  return [
    row.code,
    row.scope,
    `${row.percentage} %`,
    state,
    `used ${row.uses}${row.uses_max === null ? '' : ` of ${row.uses_max}`}, ${row.member_uses_max} a member`,
    row.minimum > 0 ? `from ${(row.minimum / 100).toFixed(2)} ${row.currency}` : '',
    row.country ?? '',
    row.member_id === null ? '' : `for ${row.member_id}`,
    row.valid_until === null ? '' : `until ${row.valid_until.toISOString()}`,
  ]
    .filter(Boolean)
    .join('  ');
}

async function end(context: Context, text: string, scope: string, say: (line: string) => void): Promise<number> {
  const code = normalizeCode(text);
  const ended = await context.database.transaction(async (tx) => {
    const count = await tx.run(endCode, { code, scope, now: context.clock.now() });
    if (count > 0) await recordAct(context, tx, { act: 'codes-end', about: code, detail: scope });
    return count;
  });
  say(ended > 0 ? `${code} is ended in ${scope}.` : `${code} is not active in ${scope}.`);
  return ended > 0 ? 0 : 1;
}
