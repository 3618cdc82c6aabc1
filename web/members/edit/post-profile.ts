import { type ActionFunctionArgs, data, redirect } from 'react-router';

import type { ErrorAnswer } from '../../../contract/platform/errors.ts';
import { CallError } from '../../platform/call.ts';
import { readForm } from '../../platform/form-action.ts';
import { callInProcess, readContext } from '../../platform/page.ts';
import { pathTo } from '../../platform/route-table.ts';
import { readChanges } from './posted-profile.ts';

/** The answer to a refused section. */
export interface RefusedProfile {
  section: string;
  failure: ErrorAnswer;
  /** The typed texts, so that none is lost. */
  typed: { name?: string; about?: string };
}

/** Saves a section that was posted without JavaScript. */
export async function postProfile({
  request,
  context,
}: ActionFunctionArgs): Promise<Response | ReturnType<typeof data<RefusedProfile>>> {
  const form = await readForm(request);
  const section = /^[a-z]+$/.exec(String(form.get('section')))?.[0] ?? '';
  const changes = readChanges(form);
  try {
    await callInProcess(readContext(context))('updateProfile', changes);
    return redirect(`${pathTo('profile')}#${section}`, 303);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { name, about } = changes;
    const typed = { ...(name !== undefined && { name }), ...(about !== undefined && { about }) };
    return data({ section, failure: error.body, typed }, { status: error.status });
  }
}
