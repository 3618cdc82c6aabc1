import { isAttributeValue, profileAttributes } from '../../../contract/members/attributes.ts';
import { isInterest } from '../../../contract/members/interests.ts';
import type { Input } from '../../../contract/index.ts';

type Changes = Input<'updateProfile'>;

/** The switches of each section: a plain form posts only those that are on. */
const switches: Record<string, readonly ('invisible' | 'consent_sensitive' | 'visitors_see_photo')[]> = {
  privacy: ['invisible', 'consent_sensitive'],
  photos: ['visitors_see_photo'],
};

/** The changes that a section of the own profile posts without JavaScript. */
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
  for (const name of switches[section] ?? []) changes[name] = form.has(name);
  return changes as Changes;
}
