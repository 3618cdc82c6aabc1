/** Returns the part of the process's memory that `make` creates, which is created on first use. */
export type Memory<Context> = <Part>(make: (context: Context) => Part) => Part;

/** Creates a store for what a process remembers. It is lost with the process: correctness never depends on it. */
export function createMemory<Context>(getContext: () => Context): Memory<Context> {
  const parts = new Map<unknown, unknown>();
  return <Part>(make: (context: Context) => Part): Part => {
    if (!parts.has(make)) parts.set(make, make(getContext()));
    return parts.get(make) as Part;
  };
}
