import { unreachableText } from '#domain/shows/show-changes.ts'
import { imageLimitText } from '#domain/image-limits.ts'
import { listText } from '#domain/list-text.ts'
import { euro } from '#domain/money.ts'
import { counted, numberText } from '#domain/number-text.ts'
import { placesText, type PlaceName } from '#domain/tickets/places.ts'
import { costText } from '#domain/points.ts'
import type { FieldProblem, Problem, ProblemCode, ProblemDetails } from '#domain/problem.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import type { ProblemDocument } from './problem-document.ts'
import { statusOfProblem } from './problem-status.ts'
import { tooManyDeskOrdersText, tooManyUnpaidOrdersText } from './unpaid-order-texts.ts'

const sentences: { [Code in ProblemCode]: (details: ProblemDetails[Code]) => string } = {
  account_not_confirmed: () =>
    'The email address of this account is not confirmed, so a stranger may have registered it. Its owner confirms it by the link in a mail, or by choosing a new password at the login.',
  account_locked: () => 'Your account is locked. Please contact the shop.',
  accounting_not_set_up: ({ missing }) =>
    `The bookkeeping file needs these settings of the shop first: ${missing.join(', ')}.`,
  already_bought: () => 'These tickets are already bought.',
  body_too_large: () => 'This request is too large.',
  busy: () => 'The shop is very busy. Please try again in a moment.',
  cart_full: ({ limit }) => `Your cart is full: it takes ${limit} products. Buy or remove some first.`,
  change_needs_confirmation: ({ tickets, customers, unreachable }) =>
    [
      `${counted(customers, 'customer', 'customers')} with ${counted(tickets, 'ticket or reservation', 'tickets or reservations')} will get an email about this change.`,
      ...(unreachable > 0 ? [unreachableText(unreachable)] : []),
      'Please confirm it.',
    ].join(' '),
  changed_meanwhile: ({ what }) =>
    `Someone else changed this ${what} meanwhile. Please check the fields and save again.`,
  confirmation_code_void: () => 'This code is no longer valid. Please request a new email.',
  confirmation_code_wrong: () => 'This code is wrong. Please enter the code from the latest email.',
  confirmation_token_invalid: () => 'This link is invalid or has expired. Please log in and request a new email.',
  customer_limit_reached: ({ product, limit }) =>
    `${product}: limit ${numberText(limit)} per customer, including past orders.`,
  deleted: ({ what }) => `This ${what} was deleted.`,
  dispute_not_lost: () => 'This dispute is not lost, or it was ended already.',
  dispute_smaller: ({ chosen, taken }) =>
    `The chosen items cost ${euro(chosen)}, but the bank took ${euro(taken)}. Please choose fewer.`,
  email_not_verified: () => 'Please confirm your email address first.',
  email_taken: () => 'There is already an account with this email address.',
  forbidden: () => 'You are not allowed to do this.',
  gate_name_taken: () => 'This location already has a gate of this name.',
  idempotency_key_reused: () => 'This Idempotency-Key was already used for another request.',
  image_in_use: () => "This image is in use and can't be deleted.",
  image_not_processed: () => "This image couldn't be processed. Please try again, or save it as a smaller PNG.",
  image_too_large: ({ limit }) => `The image is too large. PNG images of up to ${imageLimitText(limit)} are accepted.`,
  in_use: ({ what, uses }) => `This ${what} can't be deleted because it has ${uses}.`,
  invalid_fields: ({ fields }) => fields.map(({ field, message }) => `${field}: ${message}`).join('\n'),
  last_admin: () => "The last administrator can't be deleted.",
  login_expired: () => 'This login has expired. Please enter your password again.',
  malformed: ({ reason }) => reason,
  method_not_allowed: ({ allowed }) => `This address only accepts ${listText(allowed, 'or')}.`,
  movement_done: () => 'Someone else has dealt with this movement already.',
  no_email_address: () => 'This customer has no email address. Please print the invoice.',
  not_enough_places: ({ tickets, maxPrice }) => {
    const price = maxPrice === undefined ? '' : ` at ${euro(maxPrice)} or less`
    return tickets === 1 ? `No seats are left${price}.` : `Fewer than ${numberText(tickets)} seats are left${price}.`
  },
  not_enough_points: ({ needed, balance }) =>
    `You need ${counted(needed, 'point', 'points')}; you have ${numberText(balance)}.`,
  not_found: ({ what }) => `There is no such ${what}.`,
  not_on_sale: ({ product }) => `${product} is not on sale.`,
  not_png: () => 'Only PNG images are accepted.',
  not_redeemable: ({ product }) => `${product} can't be bought with points.`,
  points_only: ({ product }) => `${product} can only be bought with points.`,
  not_signed_in: () => 'Please log in!',
  not_yourself: () => 'You cannot do this to your own account.',
  nothing_selected: () => 'Please select Tickets',
  nothing_to_pay: () => 'This order costs no money. Please buy it without a payment.',
  order_too_large: ({ limit }) => `The limit for one order is ${euro(limit)}.`,
  order_too_many_points: ({ limit }) => `The limit for one order is ${counted(limit, 'point', 'points')}.`,
  out_of_stock: ({ product, left }) =>
    left === 0 ? `${product} is sold out.` : `Only ${numberText(left)} of ${product} left.`,
  pairing_code_wrong: () => 'This code is wrong, used or expired. Please ask for a new one.',
  payment_disputed: () =>
    'This payment is disputed at the bank, so it cannot be refunded now: the money would go back twice.',
  payment_ended: () => 'This payment has ended already.',
  payment_payable: () =>
    'The provider cannot close this payment yet, so the customer could pay twice. Please try again when it has ended there.',
  payment_unopened: () => 'The customer never got an address to pay at, so nobody can have paid. Please release it.',
  payment_method_too_late: ({ until }) =>
    `This way to pay is offered until ${until} before the show. Please choose another one.`,
  payment_needed: () => 'Please pay for this order first.',
  payment_refused: () => 'The payment provider refused this payment. Please choose another way to pay.',
  payment_type_missing: () => 'Please choose how you want to pay.',
  payment_unavailable: () =>
    'The payment provider does not answer right now. Your order stays reserved. Please try again.',
  payment_under_way: () => 'A payment of these items is under way. Please finish or cancel it first.',
  places_not_bookable: () => "These places can't be booked for this show.",
  places_not_held: () => 'Some of these places are no longer held. Please look at the plan again.',
  plan_file_refused: ({ sentences }) => sentences.join('\n'),
  plan_name_taken: ({ name }) => `There is already a seating plan called “${name}”. Please choose another name.`,
  plan_retired: ({ name }) => `The seating plan “${name}” is retired. Please choose another one.`,
  prices_changed: ({ total, points }) => `Prices changed. The total is now ${costText(total, points)}.`,
  provider_silent: () => 'The payment provider did not answer in time. Please try again, or choose fewer days.',
  nothing_owed: () => 'There is nothing left to pay. Someone else may have been faster.',
  refund_came_back: () =>
    'A refund that came back is no money of an order. Please pay it in another way, then book that as paid back.',
  refund_exported: () => 'This refund is in a payment file for the bank by now. Please withdraw the file first.',
  refund_not_failed: () =>
    'Only a failed refund can be sent again. It can be paid by hand, and so can one that could not be sent for a day.',
  refund_under_way: () => 'A refund of this payment is being sent right now. Please try again in a minute.',
  reservation_run_out: ({ ticketIds }) =>
    ticketIds.length === 1
      ? 'A ticket is no longer reserved: its reservation has expired or was cancelled.'
      : 'Some tickets are no longer reserved: their reservations have expired or were cancelled.',
  reset_token_invalid: () => 'This password reset link is invalid or has expired.',
  seats_taken: ({ places, own = [] }) => [...takenByOthersText(places), ...heldByYouText(own)].join(' '),
  sale_not_started: ({ saleStartsAt, timeZone }) =>
    `Tickets for this show are on sale from ${showTimeText(saleStartsAt, timeZone)}.`,
  second_factor_missing: () =>
    'Administrators and staff of this shop need a second factor. Please set it up in your profile.',
  second_factor_needed: () => 'Please enter the code of your authenticator app.',
  second_factor_off: () => 'Your account has no second factor.',
  second_factor_on: () => 'Your account already has a second factor.',
  second_factor_wrong: () => 'This code is wrong or was already used. Please enter the next one.',
  show_cancelled: () => 'This show was cancelled.',
  show_off_sale: () => 'Tickets for this show are not on sale.',
  show_over: () => 'This show is over.',
  show_started: () => 'Cannot reserve tickets after the event has started',
  shows_need_confirmation: ({ oddities }) => `Please confirm these shows first: ${oddities}.`,
  statement_refused: ({ reason }) => reason,
  standing_full: () => 'Not enough standing places left',
  ticket_bought: () => 'This ticket is already bought. It is refundable until the show starts.',
  ticket_not_bought: () => "This ticket hasn't been bought. You can cancel the reservation instead.",
  ticket_given_away: () => 'Somebody else has this ticket now. Ask for it back before you return it.',
  ticket_not_refundable: () => 'The show for this ticket already occurred!',
  ticket_not_transferable: () =>
    "The show has started or was cancelled, or the ticket changed too often. It can't be changed any more.",
  ticket_offered: () => 'This ticket is already offered to somebody. Withdraw that offer first.',
  ticket_refunded: () => 'This ticket was refunded. It is no longer valid.',
  transfer_accepted: () => 'This ticket has been accepted. If that was you, it is among your tickets.',
  transfer_ended: () => 'This ticket is no longer offered. Ask the person who gave you the link.',
  transfer_too_late: () => 'The show of this ticket has started. Its tickets can no longer be handed on.',
  transfer_to_yourself: () => 'This ticket is yours already. Another person can accept it.',
  too_many_desk_orders: tooManyDeskOrdersText,
  too_many_unpaid_orders: tooManyUnpaidOrdersText,
  ticket_used: () => 'This ticket was used at the entrance, so it can no longer be refunded or handed on.',
  too_many_products_today: ({ limit }) => `You can create at most ${numberText(limit)} products a day.`,
  too_many_refunds: ({ limit }) =>
    `You have refunded ${numberText(limit)} tickets of this show. The box office can refund more.`,
  too_many_requests: ({ retryAfterSeconds }) =>
    `Too many attempts. Please try again in ${waitText(retryAfterSeconds)}.`,
  too_many_reservations: ({ limit, scope, held = 0 }) => {
    if (scope === 'network') {
      return `Unpaid reservations from your network can hold at most ${numberText(limit)} places for this show. Please pay for reserved tickets first, or try again later.`
    }
    const already = held === 0 ? '' : ` You already hold ${numberText(held)}.`
    return `You can hold at most ${numberText(limit)} reservations ${scope === 'show' ? 'for one show' : 'at a time'}.${already}`
  },
  unfinished: () => 'This takes too long and may still succeed. Please check before you try again.',
  unsupported_media_type: () => "This kind of content isn't accepted here.",
  waiting: ({ ahead }) => {
    if (ahead === null) return 'There is a line for this show. Please join it on the page of the show.'
    if (ahead === 0) return 'You are next in line for this show. Please wait for your turn.'
    return `${counted(ahead, 'person is', 'people are')} ahead of you in line for this show. Please wait for your turn.`
  },
  wrong_credentials: () => 'Email or password is wrong.',
  wrong_password: () => 'This password is wrong.',
}

/** Formats a wait: in seconds up to two minutes, then in whole minutes, rounded up. */
function waitText(seconds: number): string {
  if (seconds <= 120) return counted(seconds, 'second', 'seconds')
  return counted(Math.ceil(seconds / 60), 'minute', 'minutes')
}

function takenByOthersText(places: readonly PlaceName[]): string[] {
  if (places.length === 0) return []
  return [`${placesText(places)} ${places.length === 1 ? 'was' : 'were'} just taken by someone else.`]
}

function heldByYouText(places: readonly PlaceName[]): string[] {
  return places.length === 0 ? [] : [`You already hold ${placesText(places)}.`]
}

/** Formats a problem as plain English for the customer: one sentence, or one line per field for `invalid_fields`. */
export function sentenceOf(problem: Problem): string {
  const sentence = sentences[problem.code] as (details: unknown) => string
  return sentence(problem.details)
}

// The field of the input that a problem is about, where its details name none.
const fieldOfProblem: { readonly [Code in ProblemCode]?: string } = {
  confirmation_code_void: 'code',
  confirmation_code_wrong: 'code',
  email_taken: 'email',
  gate_name_taken: 'name',
  pairing_code_wrong: 'code',
  plan_name_taken: 'name',
  plan_retired: 'seatingPlan',
  second_factor_wrong: 'code',
  wrong_password: 'password',
}

/** Lists the codes of the problems whose document has `fields`. */
export const problemsWithFields: readonly string[] = [
  'changed_meanwhile',
  'invalid_fields',
  ...Object.keys(fieldOfProblem),
]

/** Writes a problem as its document (RFC 9457). */
export function documentOf(problem: Problem): ProblemDocument {
  const { code } = problem
  return {
    type: 'about:blank',
    status: statusOfProblem[code],
    title: sentenceOf(problem),
    code,
    fields: fieldsOf(problem),
    ...('token' in problem.details && { token: problem.details.token }),
  }
}

function fieldsOf(problem: Problem): readonly FieldProblem[] | undefined {
  if ('fields' in problem.details) return problem.details.fields
  const field = fieldOfProblem[problem.code]
  return field === undefined ? undefined : [{ field, message: sentenceOf(problem) }]
}
