type Say = (line: string) => void;

/** Returns the exit code. `say` prints a line. */
export type RunCommand<Context> = (context: Context, words: string[], say: Say) => Promise<number>;

export interface Printed {
  lines: readonly string[];
  failed?: boolean;
}

/** A command of staff. `run` acts and returns a value without printing, so that other clients can also call it. */
interface Command<Context, Input extends object, Result> {
  /** Reads the words; null prints the help, because they are not as it says, and a string is printed instead of it. */
  read: (words: readonly string[], context: Context) => Input | string | null;
  /** Runs the command; null prints the help. */
  run: (context: Context, input: Input) => Promise<Result | null>;
  print: (result: Result, input: Input) => Printed;
}

export function defineCommand<Context, Input extends object, Result>(
  help: readonly string[],
  { read, run, print }: Command<Context, Input, Result>,
): RunCommand<Context> {
  return async (context, words, say) => {
    const input = read(words, context);
    if (typeof input === 'string') return printLines({ lines: [input], failed: true }, say);
    const result = input && (await run(context, input));
    if (input === null || result === null) return printLines({ lines: help, failed: true }, say);
    return printLines(print(result, input), say);
  };
}

/** Defines a command whose first word, `list` by default, chooses one of several. */
export function defineCommands<Context>(
  help: readonly string[],
  commands: Readonly<Record<string, RunCommand<Context>>>,
): RunCommand<Context> {
  return async (context, [word = 'list', ...words], say) => {
    const run = Object.hasOwn(commands, word) ? commands[word] : undefined;
    return run ? run(context, words, say) : printLines({ lines: help, failed: true }, say);
  };
}

function printLines({ lines, failed = false }: Printed, say: Say): number {
  for (const line of lines) say(line);
  return failed ? 1 : 0;
}

/** Reads an amount: `15` or `15.00` → 1500; undefined for any other notation. */
export function readAmount(text: string): number | undefined {
  const parts = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(text);
  return parts ? Number(parts[1]) * 100 + Number(parts[2] ?? 0) : undefined;
}

/** Formats an amount: `1299`, `EUR` → `12.99 EUR`. */
export function formatAmount(minor: number, currency: string): string {
  return `${(minor / 100).toFixed(2)} ${currency}`;
}

/** What the readers of days and times below accept, for messages: `--from is <form>`. */
export const dayForm = 'a day such as 2026-12-31';
export const timeForm = 'a time with its offset from UTC, such as 2026-12-31T23:00:00Z';

/** Reads `2026-12-31` as its beginning in UTC; null for any other notation, and for a day that no calendar has. */
export function readDay(text: string): Date | null {
  const day = new Date(`${text}T00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime())) return null;
  // JavaScript takes the 30th of February for the 2nd of March.
  return day.toISOString().startsWith(text) ? day : null;
}

/** Reads a time; null unless it names its offset from UTC: the time zone of the machine would be anybody's guess. */
export function readTime(text: string): Date | null {
  const [, day = ''] = /^(.{10})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? [];
  const time = new Date(text);
  return readDay(day) === null || Number.isNaN(time.getTime()) ? null : time;
}
