import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';

/**
 * Renders a document in one go. Everything it needs was loaded before, so there is nothing to wait for: a stream would
 * keep the books of a page that waits, in pieces of 2 KB, and make every promise of the process dearer. What is loaded
 * lazily appears in the browser only.
 */
export function renderWhole(document: ReactElement): string {
  return `<!DOCTYPE html>${renderToString(document)}`;
}

/** Reads what the loaders hand over to the browser, which the router would wait for while it renders. */
export async function readHandoff(entry: EntryContext): Promise<void> {
  if (!entry.serverHandoffStream) return;
  const decoder = new TextDecoder();
  let value = '';
  for await (const piece of entry.serverHandoffStream) value += decoder.decode(piece, { stream: true });
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  entry.renderMeta = { ...entry.renderMeta, streamCache: { 0: read } };
}
