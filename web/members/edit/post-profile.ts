import { type ActionFunctionArgs, data, redirect } from 'react-router';

import type { Input } from '../../../contract/index.ts';
import { isAttributeValue, profileAttributes } from '../../../contract/members/attributes.ts';
import { isInterest } from '../../../contract/members/interests.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { CallError } from '../../platform/calls/call.ts';
import { readForm } from '../../platform/pages/form-action.ts';
import { callInProcess, readContext } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';

export interface RefusedProfile {
  section: string;
  failure: ErrorBody;
  typed: { name?: string; about?: string };
}

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

type Changes = Input<'updateProfile'>;

/** The switches of each section: a plain form posts only those that are on. */
const switches: Record<string, readonly ('invisible' | 'consent_sensitive' | 'visitors_see_photo')[]> = {
  privacy: ['invisible', 'consent_sensitive'],
  photos: ['visitors_see_photo'],
};

export function readChanges(form: FormData): Changes {
  const text = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const section = text('section') ?? '';
  const changes: Record<string, unknown> = {};
  for (const name of ['name', 'about'] as const) if (form.has(name)) changes[name] = text(name);
  for (const name of ['gender', 'sexuality'] as const)
    if (isAttributeValue(name, text(name) ?? '')) changes[name] = text(name);
  for (const name of profileAttributes) if (form.has(name)) changes[name] = text(name) || null;
  if (section === 'interests') changes['interests'] = form.getAll('interests').map(String).filter(isInterest);
  if (section === 'languages')
    changes['languages'] = form.getAll('languages').filter((one) => isAttributeValue('languages', String(one)));
  for (const name of switches[section] ?? []) changes[name] = form.has(name);
  return changes as Changes;
}
