/** Limits of the specification, section 9, and of the product. Units are in the names. */

export const freePhotosMax = 3;
export const premiumPhotosMax = 25;
export const photoMaxMegabytes = 20;
export const photoMaxBytes = photoMaxMegabytes * 1024 * 1024;
export const photoMaxPixels = 50_000_000;
/** For a JPEG, which is shrunk while it is read: phones take photos of 64, 108 and 200 megapixels. */
export const photoMaxShrunkPixels = 202_000_000;
/** For an interlaced PNG, which is decoded whole without a chance to stop: 49 megapixels took 13 s. */
export const photoMaxInterlacedPixels = 12_000_000;
export const photoLinkLifetimeMinutes = 60;

export const freeConversationsStartedMax = 2;
export const freeMessagesVisibleMax = 20;
export const chatPageMessages = 50;
export const messageLengthDefault = 500;
/** Highest value that a site may set. */
export const messageLengthMax = 20_000;
/** Messages are numbered within their conversation, in a PostgreSQL integer. */
export const messageSeqMax = 2_147_483_647;
/** Longest draft that the server stores (a longer one stays in its browser), and the number of drafts per member. */
export const draftLengthMax = 10_000;
export const draftsMax = 200;
export const draftAgeMaxMs = 24 * 86_400_000;
/** How long a browser keeps a member's unsent and unsaved input after their session ended without a logout. */
export const unsentKeptMs = 86_400_000;
export const messagePreviewLength = 120;
export const giftNoteLengthMax = 200;
export const icebreakersAtOnce = 3;

export const swipeLikesPerDay = 4;
/** Members at the evening table, and how many hours before the member's local midnight it opens. */
export const eveningSeats = 6;
export const eveningHours = 6;
export const signupMatchesMax = 6;
/** The swipe game shows a member again only after this many days. */
export const swipeAgainAfterDays = 30;
/** Profiles that a browser holds while it asks for the next one. */
export const swipesHeldMax = 8;
export const reactivationWindowDays = 14;
/** An account that is unused for this long is closed and erased; an email warns its owner this many days before. */
export const inactiveMonths = 24;
export const inactiveNoticeDays = 30;
/** How long a member's partner link is kept, with everything that the partner was told. */
export const trackingKeptMonths = 13;
/** A mailbox gets start credits at most once in this many months. */
export const startCreditsMonths = 12;
/** A mandate is kept while a debit can be disputed as unauthorized, plus some weeks to answer the dispute. */
export const mandateKeptMonths = 14;
export const welcomeDiscountPercent = 25;
export const timeBonusCode = 'TIMEBONUS25';
export const timeBonusPercent = 25;
export const timeBonusWindowSeconds = 14_400;
export const timeBonusActFastValue = 4;
export const timeBonusModalDelayMs = 40_000;
export const welcomeDiscountCode = 'WELCOME25';
/** After a time bonus ends unused, its member gets no equal or better offer for this many days. */
export const quietDaysAfterBonus = 30;
/** Offered once to a member about to leave. It is below the first-purchase discounts, so that their end stays true. */
export const lastOfferCode = 'STAY20';
export const lastOfferPercent = 20;
export const lastOfferDays = 7;
/** A discount is computed from the lowest price of this many days. */
export const lowestPriceDays = 30;
/** Discount codes that a member, or an address, may try without success. */
export const codeGuessesPerHour = 10;
export const countdownTickMs = 1_000;

export const creditsBadgeMax = 10;
export const countBadgeMax = 99;

export const refetchFirstMs = 5_000;
export const refetchEveryMs = 60_000;
export const refetchEveryWithPushMs = 300_000;
/**
 * Timeouts for networks that accept everything and return nothing; even a loaded server responds sooner. `sendWaitMs`:
 * sending a message, which is then retried under its key. `uploadStallMs`: an upload without progress; the server waits
 * no longer for the rest either. `uploadWaitMs`: a whole upload whose progress is unknown. `pageWaitMs`: the response
 * headers of a page that the browser could show from its cache.
 */
export const sendWaitMs = 30_000;
export const uploadStallMs = 60_000;
export const uploadWaitMs = uploadStallMs + sendWaitMs;
export const pageWaitMs = 8_000;
export const likesReloadAfterAutoLikeMs = 500;
export const geolocationCacheMs = 3_600_000;

export const localeCookieName = 'i18n_redirected';
export const localeCookieDays = 365;
export const countryCookieName = 'country';
export const sessionCookieName = 'auth.session';
export const sessionDays = 30;
export const sessionIdleDays = 14;
export const sessionsListedMax = 100;
export const consentsPerPage = 100;
export const consentPagesMax = 1_000;
/**
 * A login this recent replaces the password, except when the password is changed. To end the account or to request a
 * copy of its data, it must be a login by passkey (see `passkeyProofHours`).
 */
export const freshLoginMinutes = 10;

export const readRetriesMax = 5;
export const reloadGuardMs = 60_000;
export const progressThrottleMs = 200;
export const progressDurationMs = 5_000;

export const minAgeFloorYears = 18;
/** Highest minimum age that a site may set. */
export const minAgeCeilingYears = 99;
export const maxAgeYears = 120;
export const passwordLengthMin = 8;
export const passwordLengthMax = 128;
export const nameLengthMin = 2;
export const nameLengthMax = 30;
export const aboutLengthMax = 2_000;
export const signupMessageLengthMax = 500;

export const loginAttemptsMax = 5;
export const loginBlockMinutes = 15;
export const mailChangeHours = 24;
/** How long the owner of an earlier email address can restore it. */
export const mailRevertHours = 72;
export const entryLinkHours = 24;
export const passkeysMax = 10;
/** Time that a device has to create a passkey or to sign with one. */
export const passkeyMinutes = 10;
/**
 * A login by passkey replaces the password only if the passkey is at least this old. Adding a passkey right after a
 * login takes no password, so an email gives the member this long to remove a passkey that somebody else added.
 */
export const passkeyProofHours = 24;
/** Calls per day, including first ones, in which a member gives a consent. Withdrawing a consent is never limited. */
export const consentsGivenPerDay = 24;
export const activationTokenHours = 72;
export const resetTokenMinutes = 60;
/** A new request sends the existing link again if it works for at least this long. */
export const resetTokenResendMinutes = 15;

export const searchPageSize = 24;
export const searchCountMax = 1_000;
export const searchPagesMax = 60;
/** Different members shown per day to one account, or to one IP address without an account. */
export const shownMembersMax = 2_000;
export const similarMax = 8;
/** Members that one member can hide; every search reads the whole list. */
export const hiddenMembersMax = 500;
export const ledgerPageSize = 25;
export const paymentsPageSize = 20;
export const chatsPageSize = 50;
export const likesPageSize = 24;
/** Messages that a page of a message search shows at most, and messages that it looks through at most. */
export const foundPageSize = 20;
export const messagesSearchedMax = 500;
/** Characters that a page of a message search looks through at most, so that long messages delay nobody else. */
export const charactersSearchedMax = 250_000;
export const searchTextMax = 100;
/** Upper bound for counting unread conversations and new likes beyond the first page. */
export const countedBeyondPageMax = 1_000;

export const smsCodeTriesMax = 5;
export const smsCodeMinutes = 10;
/** Pause between two codes for one direct debit. */
export const smsResendSeconds = 60;
/** Direct debits within 24 hours, per member and per bank account. */
export const debitsPerDay = 3;
/** Limit on open direct debits, per member and per bank account: the default, and the highest that a site may set. */
export const debitExposureMinor = 15_000;
export const debitExposureMaxMinor = 10_000_000;
/** A mandate that is unused for this long expires (SEPA Core Direct Debit Scheme Rulebook). */
export const debitMandateMonths = 36;
/** How long a direct debit can be completed after its start: it states the day of the collection. */
export const debitOpenMinutes = 120;

/** A refund is due within this time after the declaration of withdrawal (directive 2011/83, article 13). */
export const refundDueDays = 14;
/** Lifetime of the link that confirms who made a declaration; the declaration counts from its receipt in any case. */
export const declarationLinkDays = 30;
/** How long declarations without a login are kept: years if they match an order, else days after the answer. */
export const declarationKeptYears = 3;
export const declarationAnsweredKeptDays = 90;

/** Longest text of a complaint or a report, and longest text in its URL field, in characters. */
export const complaintTextLengthMax = 5_000;
export const complaintUrlLengthMax = 1_000;
/** Number of files with a complaint, and their total size. */
export const complaintFilesMax = 3;
export const complaintFilesMaxMegabytes = 10;
/** How long a closed complaint can be contested, and is kept with its evidence (regulation 2022/2065, article 20). */
export const complaintKeptMonths = 6;

export const idempotencyDays = 8;
export const typingEveryMs = 1_000;
/** Open sockets of one member on one node: tabs and devices. */
export const liveSocketsMax = 20;
export const liveFrameMaxBytes = 64 * 1024;
export const onlineWindowSeconds = 300;

/** The highest spending limit that can be set, in minor units of any currency. */
export const spendingLimitMaxMinor = 10_000_000;

/** Longest text of a withdrawal without a login, in characters. */
export const declarationLengthMax = 600;

export const breakpointsPx = { sm: 576, md: 768, lg: 992, xl: 1200 } as const;
