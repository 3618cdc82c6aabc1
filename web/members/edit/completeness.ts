import { profileAttributes } from '../../../contract/attributes.ts';
import type { OwnProfile } from '../../../contract/members.ts';

export const profileSteps = ['photo', 'about', 'town', 'facts', 'interests'] as const;
export type ProfileStep = (typeof profileSteps)[number];

const aboutEnough = 40;
const factsEnough = 3;
const interestsEnough = 3;

/**
 * How far a profile is: the part that is done, 0 to 1, and what would help most next, the photo first. Interests count
 * only for those who agreed that they are stored: nobody is pushed to agree.
 */
export function completeness(profile: OwnProfile): { part: number; next: ProfileStep | null } {
  const steps = profileSteps.filter((step) => step !== 'interests' || profile.consent_sensitive);
  const missing = steps.filter((step) => !isDone(step, profile));
  return { part: (steps.length - missing.length) / steps.length, next: missing[0] ?? null };
}

function isDone(step: ProfileStep, profile: OwnProfile): boolean {
  if (step === 'photo') return profile.main_image !== null;
  if (step === 'about') return profile.about.trim().length >= aboutEnough;
  if (step === 'town') return profile.town !== null;
  if (step === 'interests') return profile.interests.length >= interestsEnough;
  return profileAttributes.filter((name) => profile[name] !== null).length >= factsEnough;
}
