import { keepInTab, readInTab } from '../platform/tab-storage.ts';

const key = 'tealight.signup';

/** The fields of the sign-up draft (specification, section 3). The password is never stored. */
export const draftFields = [
  'email',
  'name',
  'gender',
  'looking_for',
  'birth_day',
  'birth_month',
  'birth_year',
  'country',
  'countryregion',
  'town',
  'town_name',
  'signup_message',
  'about',
  'next',
] as const;

export type Draft = Partial<Record<(typeof draftFields)[number], string>>;

/** The draft of a form, without empty fields. */
export function buildDraft(read: (name: string) => unknown): Draft {
  const draft: Draft = {};
  for (const name of draftFields) {
    const value = read(name);
    if (typeof value === 'string' && value !== '') draft[name] = value;
  }
  return draft;
}

export function readDraft(): Draft {
  try {
    const kept = JSON.parse(readInTab(key) ?? '{}') as Record<string, unknown>;
    return buildDraft((name) => kept[name]);
  } catch {
    return {};
  }
}

/** Stores the draft for this tab only. If the browser forbids that, the draft lasts as long as the page. */
export function writeDraft(draft: Draft): void {
  keepInTab(key, JSON.stringify(draft));
}

export function dropDraft(): void {
  keepInTab(key, null);
}
