export const reactivationWindowDays = 14;
/** An account that is unused for this long is closed and erased; a mail warns its owner this many days before. */
export const inactiveMonths = 24;
export const inactiveWarningDays = 30;
/** The notice with which we can end the contract of a member who has said no to changed terms. */
export const contractNoticeDays = 30;
export const geolocationCacheMs = 3_600_000;
export const sessionCookieName = 'auth.session';
export const sessionIdleDays = 14;
export const sessionsListedMax = 100;
export const consentsPerPage = 100;
export const consentPagesMax = 1_000;
/**
 * A login this recent replaces the password, except when the password is changed. To end the account or to request a
 * copy of its data, it must be a login by passkey (see `passkeyProofHours`).
 */
export const freshLoginMinutes = 10;
export const passwordLengthMin = 8;
export const passwordLengthMax = 128;
export const signupMessageLengthMax = 500;
export const nameSuggestionsMax = 3;
export const loginAttemptsMax = 5;
export const loginBlockMinutes = 15;
export const mailChangeHours = 24;
/** How long the owner of an earlier email address can restore it. */
export const mailRevertHours = 72;
export const loginLinkHours = 24;
export const passkeysMax = 10;
/** Time that a device has to create a passkey or to sign with one. */
export const passkeyMinutes = 10;
/** A younger passkey does not replace the password: this is the time to remove one that somebody else added. */
export const passkeyProofHours = 24;
/** Calls per day, including first ones, in which a member gives a consent. Withdrawing a consent is never limited. */
export const consentsGivenPerDay = 24;
export const activationTokenHours = 72;
export const resetTokenMinutes = 60;
/** A new request sends the existing link again if it works for at least this long. */
export const resetTokenResendMinutes = 15;
