import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';

/**
 * Renders a document in one go. The loaders have loaded all data, so nothing suspends: streaming would only add
 * overhead, with chunks of 2 KB and async hooks that slow down every promise of the process. Lazy components render
 * only in the browser.
 */
export function renderWhole(document: ReactElement): string {
  return `<!DOCTYPE html>${renderToString(document)}`;
}

/** Reads the loader data for the browser before rendering: the router would suspend on it. */
export async function readHandoff(entry: EntryContext): Promise<void> {
  if (!entry.serverHandoffStream) return;
  const decoder = new TextDecoder();
  let value = '';
  for await (const piece of entry.serverHandoffStream) value += decoder.decode(piece, { stream: true });
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  entry.renderMeta = { ...entry.renderMeta, streamCache: { 0: read } };
}
