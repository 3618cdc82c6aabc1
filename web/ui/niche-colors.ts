type Pair = readonly [day: string, night: string];

/**
 * Returns a niche's colors by name: its own override the shared ones. `tokens` and `niches` are style sheets as text.
 */
export function nicheColors(tokens: string, niches: string, niche: string): (name: string) => Pair {
  const own = niches.split(/^(?=:root\[data-niche='\w+'\],)/m).find((part) => part.includes(`'${niche}'],`)) ?? '';
  const colors = new Map<string, Pair>();
  for (const sheet of [tokens, own])
    for (const [, name = '', ...found] of sheet.matchAll(
      /(?<![\w-])--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g,
    )) {
      const [day, night, always] = found;
      const pair = [day ?? always, night ?? always] as const;
      if (pair[0] && pair[1]) colors.set(name, [pair[0], pair[1]]);
    }
  return (name) => {
    const pair = colors.get(name);
    if (!pair) throw new Error(`no color ${name}`);
    return pair;
  };
}
