import { type ProfileAttribute, profileAttributes } from '../../../contract/members/attributes.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';

const profileSteps = ['photo', 'about', 'town', 'languages', 'facts', 'interests'] as const;
export type ProfileStep = (typeof profileSteps)[number];

const aboutEnough = 40;
const factsEnough = 3;
const interestsEnough = 3;

/**
 * Computes the completed fraction (0 to 1) and the next step. Interests count only with consent: nobody is pushed to
 * consent.
 */
export function completeness(
  profile: OwnProfile,
  visibleFields: readonly string[],
): { part: number; next: ProfileStep | null } {
  const facts = profileAttributes.filter((name) => visibleFields.includes(name));
  const counts: Record<ProfileStep, boolean> = {
    photo: true,
    about: visibleFields.includes('about'),
    town: visibleFields.includes('town'),
    languages: visibleFields.includes('languages'),
    facts: facts.length > 0,
    interests: visibleFields.includes('interests') && profile.consent_sensitive,
  };
  const steps = profileSteps.filter((step) => counts[step]);
  const missing = steps.filter((step) => !isDone(step, profile, facts));
  return { part: (steps.length - missing.length) / steps.length, next: missing[0] ?? null };
}

function isDone(step: ProfileStep, profile: OwnProfile, facts: readonly ProfileAttribute[]): boolean {
  if (step === 'photo') return profile.main_image !== null;
  if (step === 'about') return profile.about.trim().length >= aboutEnough;
  if (step === 'town') return profile.town !== null;
  if (step === 'languages') return (profile.languages ?? []).length > 0;
  if (step === 'interests') return profile.interests.length >= interestsEnough;
  return facts.filter((name) => profile[name] !== null).length >= Math.min(factsEnough, facts.length);
}
