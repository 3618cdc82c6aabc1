import type { AppContext } from '../context.ts';
import { type CodeRow, endCode, insertCode, listCodes } from './queries.ts';
import { readNewCode } from './read-code.ts';
import { codeOf } from './rules.ts';

const help = [
  'npm run codes -- list',
  'npm run codes -- add [<code>] --percentage 20 [--scope default|niche:2|domain:example.org] [--country NL]',
  '    [--minimum 15.00 --currency EUR] [--from <time>] [--until <time>] [--uses 100] [--uses-per-member 1] [--member <id>]',
  '    without a code, or for one member, a code is drawn by lot',
  'npm run codes -- end <code> [<scope>]',
];

/** Adds, lists and ends discount codes for the staff at a terminal. `say` prints a line. Returns the exit code. */
export async function manageCodes(
  context: Pick<AppContext, 'clock' | 'database'>,
  [action = 'list', ...words]: string[],
  say: (line: string) => void,
): Promise<number> {
  if (action === 'list' && words.length === 0) return list(context, say);
  if (action === 'add') return add(context, words, say);
  if (action === 'end' && words[0] !== undefined) return end(context, words[0], words[1] ?? 'default', say);
  for (const line of help) say(line);
  return 1;
}

async function add(
  { clock, database }: Pick<AppContext, 'clock' | 'database'>,
  words: string[],
  say: (line: string) => void,
): Promise<number> {
  const now = clock.now();
  const code = readNewCode(words, now);
  if (typeof code === 'string') {
    say(code);
    return 1;
  }
  const added = await database.transaction((tx) => tx.run(insertCode, { ...code, now }));
  say(added > 0 ? `${code.code} is added in ${code.scope}.` : `${code.code} exists in ${code.scope} already.`);
  return added > 0 ? 0 : 1;
}

async function list({ clock, database }: Pick<AppContext, 'clock' | 'database'>, say: (line: string) => void) {
  const rows = await database.all(listCodes);
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

async function end(
  { clock, database }: Pick<AppContext, 'clock' | 'database'>,
  text: string,
  scope: string,
  say: (line: string) => void,
): Promise<number> {
  const code = codeOf(text);
  const ended = await database.transaction((tx) => tx.run(endCode, { code, scope, now: clock.now() }));
  say(ended > 0 ? `${code} is ended in ${scope}.` : `${code} is not active in ${scope}.`);
  return ended > 0 ? 0 : 1;
}
