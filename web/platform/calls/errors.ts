import { type ErrorBody, type ErrorCode, hasCodeShape } from '../../../contract/platform/errors.ts';
import { withWait } from '../../../contract/platform/wait.ts';
import { CallError } from './call.ts';
import type { Say } from '../sentences/sentences.tsx';

/**
 * Returns the sentence for a failed call, or for the body of one. Anything but a refusal gives the generic sentence.
 */
export function errorText(say: Say, error: unknown): string {
  const body = findBody(error);
  if (!body) return say('errors.request.failed');
  const fields = Object.values(body.fields ?? {});
  // A single field error replaces the general one; several are shown beside their fields.
  return sentence(say, fields.length === 1 ? (fields[0] as ErrorCode) : body.error, body);
}

export function fieldTexts(say: Say, error: unknown): Record<string, string> {
  const body = findBody(error);
  const entries = Object.entries(body?.fields ?? {}).map(([field, code]) => [field, sentence(say, code, body)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Falls back to the generic sentence for codes that this client does not know, as a newer server may send them. */
function sentence(say: Say, code: ErrorCode, body: ErrorBody | undefined): string {
  const id = `errors.${code}` as const;
  const text = say(id, readValues(body));
  return text === id ? say('errors.request.failed') : text;
}

function findBody(error: unknown): ErrorBody | undefined {
  if (error instanceof CallError) return error.body;
  const body = error as Partial<ErrorBody> | null | undefined;
  return hasCodeShape(body?.error) ? (body as ErrorBody) : undefined;
}

function readValues(body: ErrorBody | undefined): Record<string, unknown> {
  return withWait({ ...body });
}
