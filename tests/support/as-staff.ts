import { type ByStaff, parseIdentity } from '../../server/staff/staff.ts';

/** Returns the context of a command that a staff member gives, Mo by default. */
export function asStaff<Context>(context: Context, who = 'mo'): Context & ByStaff {
  return { ...context, staff: { who: parseIdentity(who) ?? 'nobody', account: 'root' } };
}

/** Runs a command of staff; returns its exit code and the lines that it prints. */
export async function runAsStaff<Context>(
  command: (context: Context & ByStaff, words: string[], say: (line: string) => void) => Promise<number>,
  context: Context,
  words: string[],
  who?: string,
): Promise<{ exit: number; said: string[] }> {
  const said: string[] = [];
  return { exit: await command(asStaff(context, who), words, (line) => void said.push(line)), said };
}
