/** Error codes (`noun.reason`) with their HTTP status. A check compares them with the sentences in `locales/errors`. */
export const errors = {
  // any module
  'request.failed': 500,
  'request.error': 500,
  'request.malformed': 400,
  'request.too-large': 413,
  'request.too-slow': 408,
  'request.not-found': 404,
  'request.method': 405,
  'request.foreign-origin': 403,
  'request.precondition': 412,
  'request.media-type': 415,
  'request.range': 416,
  'request.too-many': 429,
  'request.key-reused': 409,
  'request.busy': 503,
  'request.no-room': 507,
  'session.missing': 403,
  'session.staff-only': 403,
  'input.invalid': 422,

  // fields
  'field.missing': 422,
  'field.invalid': 422,
  'field.too-short': 422,
  'field.too-long': 422,
  'field.out-of-range': 422,

  // accounts
  'login.failed': 401,
  'login.blocked': 429,
  'login.slowed': 429,
  'passkey.failed': 401,
  'passkey.too-many': 409,
  'account.banned': 403,
  'account.pending-deletion': 403,
  'email.invalid': 422,
  'email.new-invalid': 422,
  'email.taken': 409,
  'email.not-found': 404,
  'name.same-as-email': 422,
  'name.starts-with-at': 422,
  'name.taken': 422,
  'name.not-allowed': 422,
  'birth-date.missing': 422,
  'birth-date.invalid': 422,
  'password.too-short': 422,
  'password.too-long': 422,
  'password.too-common': 422,
  'password.different': 422,
  'password.old-wrong': 422,
  'terms.not-accepted': 422,
  'consent.missing': 422,
  'signup.invite-only': 403,
  'signup.message': 422,
  'link.expired': 410,
  'reset.too-many': 429,
  'export.too-often': 429,
  'activation.failed': 410,
  'activation.broken': 500,
  'activation.too-many': 429,
  'push.not-offered': 404,
  'push.subscription': 422,

  // members, photos
  'profile.not-found': 404,
  'profile.blocked-you': 403,
  'hide.too-many': 409,
  'search.members-only': 403,
  'town.not-found': 422,
  'place.not-found': 404,
  'photo.not-found': 404,
  'photo.limit-free': 403,
  'photo.limit': 403,
  'photo.type': 422,
  'photo.too-large': 413,
  'photo.unreadable': 422,
  'photo.pixels': 422,
  'photo.interlaced': 422,

  // likes, chat
  'like.self': 422,
  'swipe.limit': 429,
  'swipe.again': 409,
  'swipe.nothing-to-undo': 409,
  'chat.not-found': 404,
  'chat.credits': 402,
  'chat.premium': 403,
  'chat.unconfirmed': 403,
  'chat.self': 422,
  'chat.you-blocked': 403,
  'chat.closed': 403,
  'chat.answered': 409,
  'chat.empty': 422,
  'chat.foothold-gone': 409,
  'chat.delete-failed': 500,

  // credits, payments
  'credits.not-enough': 402,
  'bundle.not-found': 422,
  'payment.method': 422,
  'payment.price-changed': 409,
  'payment.in-progress': 409,
  'payment.not-cancellable': 409,
  'card.not-found': 404,
  'card.not-chargeable': 409,
  'debit.unconfirmed': 403,
  'debit.not-found': 404,
  'debit.expired': 410,
  'debit.code-invalid': 422,
  'debit.codes': 429,
  'debit.account-blocked': 403,
  'debit.iban-blocked': 403,
  'debit.phone-blocked': 403,
  'debit.limit': 403,
  'debit.refused': 422,
  'iban.country': 422,
  'iban.invalid': 422,
  'iban.not-sepa': 422,
  'phone.invalid': 422,
  'phone.not-mobile': 422,
  'payment.not-found': 404,
  'payment.failed': 402,
  'payment.limit': 422,
  'payment.provider': 502,
  'receipt.not-found': 404,
  'withdrawal.not-paid': 409,
  'withdrawal.done': 409,
  'withdrawal.expired': 410,
  'withdrawal.nothing-left': 422,

  // support
  'complaint.not-found': 404,
  'good-faith.missing': 422,
  'file.type': 422,
  'file.too-large': 422,
  'file.too-many': 422,
  'file.full': 429,
  'file.unreadable': 422,
  'file.pixels': 422,
  // discounts
  'code.not-found': 404,
  'code.used': 409,
} as const;

export type ErrorCode = keyof typeof errors;

/** Body of every error response. Values that the sentence needs are further fields. */
export interface ErrorAnswer {
  error: ErrorCode;
  message: string;
  authentication_required?: true;
  session_ended?: true;
  fields?: Record<string, ErrorCode>;
  trace?: string;
  [value: string]: unknown;
}

/** True if `code` looks like an error code. Pages do not load the list of codes and may be older than the server. */
export function hasCodeShape(code: unknown): code is ErrorCode {
  return typeof code === 'string' && /^[a-z-]+\.[a-z-]+$/.test(code);
}
