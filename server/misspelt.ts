/** Shorter names resemble others by chance. */
const lengthMin = 6;
const mistakesMax = 2;

/** Returns variables that were not read but resemble one that was, each with that one, for a warning at the start. */
export function findMisspelt(given: readonly string[], read: ReadonlySet<string>): string[] {
  return given.flatMap((name) => {
    if (read.has(name) || name.length < lengthMin) return [];
    const near = [...read].filter((one) => one.length >= lengthMin && mistakes(name, one) <= mistakesMax);
    const [meant] = near.toSorted((a, b) => mistakes(name, a) - mistakes(name, b));
    return meant === undefined ? [] : [`${name} (${meant}?)`];
  });
}

/** Edit distance: how many characters must be added, removed or replaced to turn one text into the other. */
function mistakes(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (const [place, other] of [...to].entries())
      next.push(
        Math.min((row[place] ?? 0) + (letter === other ? 0 : 1), (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
