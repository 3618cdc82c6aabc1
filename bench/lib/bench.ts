/** One figure beside the limit measured in the same run. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What the machine can do at best, measured in the same run, in the same unit. */
  limit?: { name: string; value: number };
  /** What the figure is to reach: of the ratio to the limit where there is one, else of the value itself. */
  goal?: { atLeast: number } | { atMost: number };
}

export interface Report {
  figures: Figure[];
  /** What the reader must know to trust the figures: sizes, versions, what was left out. */
  notes?: string[];
}

export interface BenchOptions {
  /** Small sizes and no goals: the smoke run of the tests. */
  quick: boolean;
  /** What the command line says beyond the name, as `--flag=value`. */
  flags: Record<string, string>;
  say(line: string): void;
}

/** A bench answers one question. Each file in this folder whose name is a bench exports one as `bench`. */
export interface Bench {
  question: string;
  run(options: BenchOptions): Promise<Report>;
}

/** The figure that its goal speaks of: the ratio to the limit, or the value. */
export function judged({ value, limit }: Figure): number {
  return limit ? value / limit.value : value;
}

/** Whether the goal holds; a figure without a goal always does. */
export function reached(figure: Figure): boolean {
  if (!figure.goal) return true;
  const found = judged(figure);
  return 'atLeast' in figure.goal ? found >= figure.goal.atLeast : found <= figure.goal.atMost;
}

/** The lines that a person reads: `name  value unit  (ratio of limit)  goal`. */
export function lines(report: Report): string[] {
  return [...report.figures.map(line), ...(report.notes ?? []).map((note) => `  ${note}`)];
}

function line(figure: Figure): string {
  const { name, value, unit, limit, goal } = figure;
  const ratio = limit ? `  ${short(judged(figure))} × ${limit.name} (${short(limit.value)} ${unit})` : '';
  const wish = goal ? `  goal ${'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`}` : '';
  const sign = goal ? (reached(figure) ? '✓' : '✗') : '·';
  return `${sign} ${name}: ${short(value)} ${unit}${ratio}${wish}`;
}

/** A number as one reads it: whole above a hundred, else three digits. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

/** The value below which the share `p` of the samples lies. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = Float64Array.from(samples).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}
