import type { OperationName } from '../contract/calls.ts';
import type { ErrorCode } from '../contract/platform/errors.ts';

type Exceptions = Partial<Record<OperationName, Partial<Record<ErrorCode, string>>>>;

/** Functions that let no error escape, with the reason. The test does not look into them. */
export const noErrorLeaves: Record<string, string> = {
  'server/chat/send/send-signup-message.ts#sendSignupMessage': 'logs what fails: the account exists already',
};

const everyMemberHasAProfile = 'every member has a profile: sign-up writes both in one transaction';
const giftsTakeUpNothing = 'the draft of a gift has no foothold';
const giftsHaveNoPhoto = 'the draft of a gift has no photo';
const onlyTheBlock = 'is asked only for the code of a block';

const aRepeatedForm = 'a form that cannot enter its account again answers request.key-reused';

/** Errors that an operation's code names but never answers, with the reason. */
export const neverAnswered: Exceptions = {
  getUser: { 'profile.not-found': everyMemberHasAProfile },
  logIn: {
    'profile.not-found': everyMemberHasAProfile,
    'session.missing': 'the account was read just before',
  },
  logInByPasskey: {
    'login.slowed': 'a passkey cannot be guessed and is not slowed',
    'login.failed': 'the event in the log, by whatever somebody logs in',
    'profile.not-found': everyMemberHasAProfile,
    'session.missing': 'the account was read just before',
  },
  updateUser: { 'profile.not-found': everyMemberHasAProfile },
  signUp: {
    'profile.not-found': everyMemberHasAProfile,
    'session.missing': 'the account was written just before',
    'login.failed': aRepeatedForm,
    'login.blocked': aRepeatedForm,
    'login.slowed': 'a form that is sent again is asked to wait by request.too-many',
    'account.banned': aRepeatedForm,
  },
  sendComplaint: {
    'photo.type': 'answered as file.type of its field',
    'photo.unreadable': 'answered as file.unreadable of its field',
    'photo.pixels': 'answered as file.pixels of its field',
    'photo.interlaced': 'answered as file.pixels of its field',
  },
  enterByLink: { 'login.failed': 'names the event in the log alone' },
  updateProfile: { 'profile.not-found': everyMemberHasAProfile },
  addPhoto: { 'profile.not-found': everyMemberHasAProfile },
  getChat: {
    'chat.credits': onlyTheBlock,
    'chat.premium': onlyTheBlock,
    'chat.unconfirmed': onlyTheBlock,
    'chat.you-blocked': onlyTheBlock,
    'chat.closed': onlyTheBlock,
  },
  answerGift: {
    'chat.credits': 'an answer costs nothing',
    'chat.premium': 'stands in the way of a new conversation only',
  },
  sayGoodbye: {
    'chat.credits': 'the line costs nothing',
    'chat.premium': 'stands in the way of a new conversation only',
  },
  sendGift: {
    'chat.foothold-gone': giftsTakeUpNothing,
    'photo.type': giftsHaveNoPhoto,
    'photo.too-large': giftsHaveNoPhoto,
    'photo.unreadable': giftsHaveNoPhoto,
    'photo.pixels': giftsHaveNoPhoto,
    'photo.interlaced': giftsHaveNoPhoto,
  },
  listBundles: {
    'code.not-found': 'a code that does not hold is passed over',
    'code.used': 'a code that does not hold is passed over',
  },
  createPayment: { 'payment.not-found': 'the order was written just before' },
  confirmDirectDebit: { 'payment.not-found': 'the order was written just before' },
  startDirectDebit: { 'debit.not-found': 'the direct debit was written just before' },
  listRepeatOrders: {
    'bundle.not-found': 'a bundle that is no longer sold is left out',
    'code.not-found': 'no code is named',
    'code.used': 'no code is named',
  },
};

/** Errors that an operation declares although its code does not name them, with the reason. */
export const answeredElsewhere: Exceptions = {
  createPayment: { 'payment.in-progress': 'the index payments_one_charge allows one open charge of a card' },
  logOut: { 'request.foreign-origin': 'http.ts refuses a logout that another site asks for' },
};
