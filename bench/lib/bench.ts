export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The best that the machine can do, measured in the same run and unit. */
  limit?: { name: string; value: number };
  /** The goal for the ratio to the limit, or for the value if there is no limit. */
  goal?: { atLeast: number } | { atMost: number };
}

interface Report {
  figures: Figure[];
  /** Facts that a reader needs to trust the figures: sizes, versions, omissions. */
  notes?: string[];
}

interface BenchOptions {
  /** Small sizes and no goals, for the tests. */
  quick: boolean;
  flags: Record<string, string>;
  print(line: string): void;
}

/** Answers one question. Each `bench/<name>.ts` exports one as `bench`. */
export interface Bench {
  question: string;
  run(options: BenchOptions): Promise<Report>;
}

function comparedValue({ value, limit }: Figure): number {
  return limit ? value / limit.value : value;
}

export function goalReached(figure: Figure): boolean {
  if (!figure.goal) return true;
  const found = comparedValue(figure);
  return 'atLeast' in figure.goal ? found >= figure.goal.atLeast : found <= figure.goal.atMost;
}

export function lines(report: Report): string[] {
  return [...report.figures.map(line), ...(report.notes ?? []).map((note) => `  ${note}`)];
}

function line(figure: Figure): string {
  const { name, value, unit, limit, goal } = figure;
  const ratio = limit ? `  ${short(comparedValue(figure))} × ${limit.name} (${short(limit.value)} ${unit})` : '';
  const goalText = goal ? `  goal ${'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`}` : '';
  const sign = goal ? (goalReached(figure) ? '✓' : '✗') : '·';
  return `${sign} ${name}: ${short(value)} ${unit}${ratio}${goalText}`;
}

export function short(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** Returns the value below which the share `p` (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = Float64Array.from(samples).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}
