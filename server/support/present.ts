import { cutText } from '../../contract/platform/text.ts';
import type { Complaint, Measure } from '../../contract/support/operations.ts';
import { dayMs } from '../platform/clock.ts';
import { oneLine } from '../platform/one-line.ts';
import type { AnswerRow, ComplaintRow, EvidenceRow, FileRow, FoundComplaint, MeasureRow } from './queries.ts';

/** A complaint as its sender sees it. */
export function presentComplaint(row: FoundComplaint, answers: readonly AnswerRow[], files: number): Complaint {
  return {
    number: row.number,
    kind: row.kind,
    text: row.text,
    files,
    received_at: row.received_at.toISOString(),
    answers: answers.map(({ text, answered_at: at }) => ({ text, at: at.toISOString() })),
    outcome: row.outcome,
    closed_at: row.closed_at?.toISOString() ?? null,
    taken_back: row.taken_back,
  };
}

/** A measure as its member sees it, without a trace of who complained. */
export function presentMeasure(row: MeasureRow): Measure {
  return {
    number: row.number,
    kind: row.kind,
    ground: row.ground,
    law: row.law,
    facts: row.facts,
    about_at: row.about_at?.toISOString() ?? null,
    source: row.source,
    decided_at: row.decided_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    banned_otherwise: row.banned_otherwise,
    lifted_at: row.lifted_at?.toISOString() ?? null,
  };
}

/** Lists open complaints, oldest first, with their age. Reports about one member share one line. */
export function openLines(rows: readonly ComplaintRow[], now: Date): string[] {
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

/** Lists everything about a complaint. No typed text starts a line of its own or controls the terminal. */
export function complaintLines(
  row: ComplaintRow,
  {
    files,
    evidence,
    answers,
    contested,
  }: {
    files: readonly FileRow[];
    evidence: readonly EvidenceRow[];
    answers: readonly AnswerRow[];
    /** The measure that the complaint contests, even indirectly. */
    contested: string | undefined;
  },
): string[] {
  const facts: [name: string, value: string | null][] = [
    ['number', row.number],
    ['kind', row.kind],
    ['reason', row.reason],
    ['received', row.received_at.toISOString()],
    ['site', `${row.site}, ${row.language}`],
    ['from', row.reporter_id ?? `${row.name} ${row.email}`],
    ['about', row.about_id ?? row.url],
    ['contests', row.contests],
    ['about the measure', contested ?? null],
    ['closed', row.closed_at && `${row.closed_at.toISOString()}, ${row.outcome ?? ''}`],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : [])),
    ...indented('text', row.text),
    ...files.map(
      ({ position, kind, size }) =>
        `file ${position}: ${kind}, ${Math.ceil(size / 1024)} KB${warningsOfKind[kind] ?? ''}`,
    ),
    ...evidence.flatMap(({ position, kind, content, picture }) =>
      indented(`evidence ${position}, ${kind}${picture ? ' with a picture' : ''}`, JSON.stringify(content, null, 2)),
    ),
    ...answers.flatMap(({ text, answered_at: at }) => indented(`answer of ${at.toISOString()}`, text)),
  ];
}

/** Lists a statement of reasons. */
export function measureLines(row: MeasureRow): string[] {
  return [
    `number: ${row.number}`,
    `about: ${row.member_id}`,
    `measure: ${row.kind}, ${row.ground}${row.law && ` (${oneLine(row.law)})`}, by ${row.source === 'own' ? 'ourselves' : 'a report'}`,
    ...(row.about_at ? [`about what was added: ${row.about_at.toISOString()}`] : []),
    `decided: ${row.decided_at.toISOString()}`,
    ...(row.ends_at ? [`ends: ${row.ends_at.toISOString()}`] : []),
    ...(row.ended_at ? [`ended: ${row.ended_at.toISOString()}`] : []),
    ...(row.lifted_at ? [`taken back: ${row.lifted_at.toISOString()}`] : []),
    ...indented('facts', row.facts),
  ];
}

function indented(name: string, text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => `  ${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`);
  return [`${name}:`, ...lines];
}
