/** Limits of the specification, section 9, and of the product. Units are in the names. */

export const freePhotosMax = 3;
export const premiumPhotosMax = 25;
export const photoMaxMegabytes = 20;
export const photoMaxBytes = photoMaxMegabytes * 1024 * 1024;
export const photoMaxPixels = 50_000_000;
/** Of a JPEG that is shrunk while it is read: phones take photos of 64, 108 and 200 megapixels. */
export const photoMaxShrunkPixels = 202_000_000;
/** Of an interlaced PNG, which is decoded whole before anything can stop it: one of 49 megapixels took 13 s. */
export const photoMaxInterlacedPixels = 12_000_000;
export const photoLinkLifetimeMinutes = 60;

export const freeConversationsStartedMax = 2;
export const freeMessagesVisibleMax = 20;
export const chatPageMessages = 50;
export const messageLengthDefault = 500;
/** What a site may allow at most. */
export const messageLengthMax = 20_000;
/** Messages are numbered within their conversation, by an integer of PostgreSQL. */
export const messageSeqMax = 2_147_483_647;
/** A draft on the server; a longer one stays in its browser. And how many of a member are kept, the latest ones. */
export const draftLengthMax = 10_000;
export const draftsMax = 200;
export const draftAgeMaxMs = 24 * 86_400_000;
/** How long a browser keeps for its member what was not sent or saved when their session ended without a logout. */
export const unsentKeptMs = 86_400_000;
export const messagePreviewLength = 120;
export const giftNoteLengthMax = 200;
/** Opening lines that are shown together. */
export const icebreakersAtOnce = 3;

export const swipeLikesPerDay = 4;
/** How many members sit at the table of an evening, and how many hours before midnight where its member lives it is laid. */
export const eveningSeats = 6;
export const eveningHours = 6;
/** How many members are suggested after the sign-up. */
export const signupMatchesMax = 6;
/** In the swipe game nobody is shown twice within so many days. */
export const swipeAgainAfterDays = 30;
/** Profiles that a browser holds while it asks for the next one. */
export const swipesHeldMax = 8;
export const reactivationWindowDays = 14;
/** An account that its owner has not used for so long is closed and erased; a letter tells them some weeks before. */
export const inactiveMonths = 24;
export const inactiveNoticeDays = 30;
/** How long it is kept by which partner's link somebody came, and what that partner was told. */
export const trackingKeptMonths = 13;
/** A mailbox gets start credits once within so many months. */
export const startCreditsMonths = 12;
/** For so long a debit can be disputed as never allowed, with some weeks to answer; then its mandate proves nothing. */
export const mandateKeptMonths = 14;
export const welcomeDiscountPercent = 25;
export const timeBonusCode = 'TIMEBONUS25';
export const timeBonusPercent = 25;
export const timeBonusWindowSeconds = 14_400;
export const timeBonusActFastValue = 4;
export const timeBonusModalDelayMs = 40_000;
export const welcomeDiscountCode = 'WELCOME25';
/** After a time bonus ends without use, its member gets no equal or better offer for so long. */
export const quietDaysAfterBonus = 30;
/** Offered once to a member who is about to leave; below the discount on the first purchase, so that its end stays true. */
export const lastOfferCode = 'STAY20';
export const lastOfferPercent = 20;
export const lastOfferDays = 7;
/** A discount is computed from the lowest price of so many days. */
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
 * How long an answer is waited for where a network takes everything and gives nothing back: for that of a message, which
 * is tried again under its key; for any sign of an upload, of which the server itself waits no longer for the end; for all
 * of one where nobody hears how far it is; and for the head of a page that the browser could show from what it keeps. A
 * server under load answers sooner.
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
 * So long after a login nobody asks for the password again, except where it is changed, and, unless the login was by
 * passkey (see `passkeyProofHours`), where the account is ended or a copy of its data asked for.
 */
export const freshLoginMinutes = 10;

export const readRetriesMax = 5;
export const reloadGuardMs = 60_000;
export const progressThrottleMs = 200;
export const progressDurationMs = 5_000;

export const minAgeFloorYears = 18;
/** What a site may demand at most. */
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
/** So long the owner of an earlier address can bring it back. */
export const mailRevertHours = 72;
/** For how long the link of a notice logs in. */
export const entryLinkHours = 24;
export const passkeysMax = 10;
/** So long a device has to make a passkey, or to sign with one. */
export const passkeyMinutes = 10;
/**
 * A login by passkey stands for the password only if the passkey is at least so old: right after a login, adding one takes
 * no password. The member hears of it by e-mail, and has so long to remove one that somebody else added.
 */
export const passkeyProofHours = 24;
/**
 * Calls by which a member agrees to something, also for the first time: notices, pushes, sensitive facts, the photo for
 * visitors. Taking back is never limited.
 */
export const consentsGivenPerDay = 24;
export const activationTokenHours = 72;
export const resetTokenMinutes = 60;
/** A link that works for at least so long is sent again when another is requested. */
export const resetTokenResendMinutes = 15;

export const searchPageSize = 24;
export const searchCountMax = 1_000;
export const searchPagesMax = 60;
/** How many different members one account, or one address without an account, is shown within a day. */
export const shownMembersMax = 2_000;
export const similarMax = 8;
/** How many others a member hides at most: a search reads the whole list. */
export const hiddenMembersMax = 500;
export const ledgerPageSize = 25;
export const paymentsPageSize = 20;
export const chatsPageSize = 50;
export const likesPageSize = 24;
/** Messages that a page of a search in one's conversations shows, and that it looks through, at most. */
export const foundPageSize = 20;
export const messagesSearchedMax = 500;
/** Characters of messages that it looks through at most: of the longest, so many that nobody else waits for it. */
export const charactersSearchedMax = 250_000;
export const searchTextMax = 100;
/** Upper bound for counting unread conversations and new likes beyond the first page. */
export const countedBeyondPageMax = 1_000;

export const smsCodeTriesMax = 5;
export const smsCodeMinutes = 10;
/** Between two codes for one direct debit. */
export const smsResendSeconds = 60;
/** Direct debits that a member orders, and that are ordered from one account, within 24 hours. */
export const debitsPerDay = 3;
/** What may be open at the same time by direct debit, of a member and of an account, unless the site says otherwise. */
export const debitExposureMinor = 15_000;
export const debitExposureMaxMinor = 10_000_000;
/** A mandate that was not used for so long has ended (SEPA Core Direct Debit Scheme Rulebook). */
export const debitMandateMonths = 36;
/** A direct debit that was begun can be completed for so long: it names the day of the collection. */
export const debitOpenMinutes = 120;

/** A refund is owed so soon after the declaration of withdrawal (directive 2011/83, article 13). */
export const refundDueDays = 14;
/** The link works so long that shows whose declaration it is; the declaration counts from its receipt all the same. */
export const declarationLinkDays = 30;
/** How long declarations without a login are kept: those about an order, and those that match none once answered. */
export const declarationKeptYears = 3;
export const declarationAnsweredKeptDays = 90;

/** Of the words of a complaint or a report, and of the addresses that it names. */
export const complaintTextLengthMax = 5_000;
export const complaintUrlLengthMax = 1_000;
/** Of the files with a complaint, and of all of them together. */
export const complaintFilesMax = 3;
export const complaintFilesMaxMegabytes = 10;
/** How long a complaint is kept after it was closed, with its evidence: so long its outcome can be contested. Six months by law (regulation 2022/2065, article 20). */
export const complaintKeptMonths = 6;

export const idempotencyDays = 8;
export const typingEveryMs = 1_000;
/** Open sockets of one member on one node: tabs and devices. */
export const liveSocketsMax = 20;
export const liveFrameMaxBytes = 64 * 1024;
export const onlineWindowSeconds = 300;

/** The highest spending limit that can be set, in minor units of any currency. */
export const spendingLimitMaxMinor = 10_000_000;

/** Of the words of a withdrawal without a login. */
export const declarationLengthMax = 600;

export const breakpointsPx = { sm: 576, md: 768, lg: 992, xl: 1200 } as const;
