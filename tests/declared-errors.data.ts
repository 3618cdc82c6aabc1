import type { OperationName } from '../contract/calls.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';

type Exceptions = Partial<Record<OperationName, Partial<Record<ErrorCode, string>>>>;

/** Functions that let no error escape, with the reason. The test does not look into them. */
export const noErrorLeaves: Record<string, string> = {
  'server/chat/send/send.ts#sendSignupMessage': 'logs failures, because the account already exists',
};

const everyMemberHasAProfile = 'every member has a profile: sign-up writes both in one transaction';
const giftsQuoteNothing = 'the draft of a gift has no quote';
const giftsHaveNoPhoto = 'the draft of a gift has no photo';

const aRepeatedForm = 'a repeated form that cannot log in to its account answers request.key-reused';

const aResult = 'a value of the response, which says why the name cannot be taken';

/** Errors that an operation's code names but never answers, with the reason. */
export const neverAnswered: Exceptions = {
  checkName: {
    'name.taken': aResult,
    'name.not-allowed': aResult,
    'name.same-as-email': 'it is given no address',
    'name.starts-with-at': aResult,
  },
  logIn: { 'session.missing': 'the account was read just before' },
  logInByPasskey: {
    'login.slowed': 'a passkey cannot be guessed and is not slowed',
    'login.failed': 'names the event in the log, for every kind of login',
    'session.missing': 'the account was read just before',
  },
  signUp: {
    'session.missing': 'the account was written just before',
    'login.failed': aRepeatedForm,
    'login.blocked': aRepeatedForm,
    'login.slowed': 'a repeated form is told to wait by request.too-many',
    'account.banned': aRepeatedForm,
  },
  sendComplaint: {
    'photo.type': 'answered as file.type of its field',
    'photo.unreadable': 'answered as file.unreadable of its field',
    'photo.pixels': 'answered as file.pixels of its field',
    'photo.interlaced': 'answered as file.pixels of its field',
  },
  logInByLink: { 'login.failed': 'only names the event in the log' },
  updateProfile: { 'profile.not-found': everyMemberHasAProfile },
  startPause: { 'profile.not-found': everyMemberHasAProfile },
  endPause: { 'profile.not-found': everyMemberHasAProfile },
  addPhoto: { 'profile.not-found': everyMemberHasAProfile },
  answerGift: { 'chat.premium': 'only prevents a new conversation' },
  sayGoodbye: { 'chat.premium': 'only prevents a new conversation' },
  sendGift: {
    'chat.quote-gone': giftsQuoteNothing,
    'photo.type': giftsHaveNoPhoto,
    'photo.too-large': giftsHaveNoPhoto,
    'photo.unreadable': giftsHaveNoPhoto,
    'photo.pixels': giftsHaveNoPhoto,
    'photo.interlaced': giftsHaveNoPhoto,
  },
  listBundles: {
    'code.not-found': 'a code that is not valid is ignored',
    'code.used': 'a code that is not valid is ignored',
  },
  createPayment: { 'payment.not-found': 'the order was written just before' },
  confirmDirectDebit: { 'payment.not-found': 'the order was written just before' },
  startDirectDebit: { 'debit.not-found': 'the direct debit was written just before' },
  listRepeatOrders: {
    'bundle.not-found': 'a bundle that is no longer sold is left out',
    'code.not-found': 'the call names no code',
    'code.used': 'the call names no code',
  },
};

/** Errors that an operation declares although its code does not name them, with the reason. */
export const answeredElsewhere: Exceptions = {
  createPayment: { 'payment.in-progress': 'the index payments_one_charge allows one open charge of a card' },
  logOut: { 'request.foreign-origin': 'http.ts refuses a logout that another site asks for' },
};
