/** The price of a place, in cents. */
export const PRICE = 4_550
export const MUG_POINTS = 300
export const GIFT = 1_000
export const MUGS = 6
/** The minutes in which a customer can pay. */
export const PAYMENT_MINUTES = 20

export type ModelTicket = {
  id: number
  placeId: number
  owner: number
  state: 'RESERVED' | 'BOUGHT' | 'REFUNDED' | 'GONE'
  /** The payment that holds it. */
  payment?: ModelPayment | undefined
}

export type ModelRefund = {
  amount: number
  reason: 'TICKET' | 'LATE'
  /** The state in the shop's books. */
  state: 'DUE' | 'SENT' | 'DONE' | 'FAILED' | 'BY_HAND'
  /** The fate of the latest try at the bank. Undefined until it is sent. */
  bank?: 'SENT' | 'DONE' | 'FAILED' | undefined
}

type BankDecision = 'OPEN' | 'WON' | 'LOST'
export type ModelDispute = {
  ref: string
  bank: BankDecision
  /** The state in the shop's books. Undefined until it has looked. */
  state?: BankDecision
  isEnded?: boolean
}

export type ModelPayment = {
  id: number
  key: string
  owner: number
  tickets: ModelTicket[]
  /** The reservations that it was opened for. Late money may have bought other tickets. */
  wanted?: readonly ModelTicket[]
  mugs: number
  mugPrice: number
  mugsForPoints: number
  total: number
  payUntil: number
  /** The state at the provider. */
  bank: 'OPEN' | 'TAKEN' | 'CLOSED'
  /** The state in the shop's books. */
  state: 'OPEN' | 'TAKEN' | 'CLOSED'
  isSold: boolean
  /** The numbers of its opening, of its end without money, and of its sale, among those of all payments. */
  openedAt?: number
  endedAt?: number
  soldAt?: number
  /** Whether an event waits to be followed. */
  hasEvent: boolean
  refunds: ModelRefund[]
  disputes: ModelDispute[]
}

/** A shop with one show and one product, whose customers pay at a provider. Independent of the shop's code. */
export class PaymentModel {
  /** Minutes since the run began. */
  now = 0
  mugPrice = 1_290
  stock = MUGS
  readonly customers: readonly number[]
  readonly showId: number
  readonly placeIds: readonly number[]
  readonly mugId: number
  readonly points: Map<number, number>
  readonly tickets: ModelTicket[] = []
  readonly payments: ModelPayment[] = []
  /** Numbers the openings, ends and sales of payments in their order. */
  #events = 0

  constructor(shop: { customers: readonly number[]; showId: number; placeIds: readonly number[]; mugId: number }) {
    this.customers = shop.customers
    this.showId = shop.showId
    this.placeIds = shop.placeIds
    this.mugId = shop.mugId
    this.points = new Map(shop.customers.map((customer) => [customer, GIFT]))
  }

  isTaken(placeId: number): boolean {
    return this.tickets.some(
      ({ placeId: taken, state }) => taken === placeId && (state === 'RESERVED' || state === 'BOUGHT'),
    )
  }

  /** Lists the reservations of a customer that no payment holds. */
  reservationsOf(customer: number): ModelTicket[] {
    return this.tickets.filter(({ owner, state, payment }) => owner === customer && state === 'RESERVED' && !payment)
  }

  open(payment: ModelPayment): void {
    this.payments.push(payment)
    payment.wanted = payment.tickets
    payment.openedAt = this.#next()
    for (const ticket of payment.tickets) ticket.payment = payment
    this.#take(payment)
  }

  /** Applies what a look at the provider finds. `isGivenUp`: the customer ends the payment. */
  look(payment: ModelPayment, isGivenUp = false): void {
    const mustClose = isGivenUp || this.now >= payment.payUntil || payment.state === 'CLOSED'
    if (payment.bank === 'OPEN' && mustClose) payment.bank = 'CLOSED'
    if (payment.bank === 'TAKEN' && payment.state !== 'TAKEN') this.#receive(payment)
    if (payment.bank === 'CLOSED' && payment.state === 'OPEN') this.release(payment)
    for (const refund of payment.refunds) {
      if (refund.bank && refund.state !== 'DUE' && refund.state !== 'BY_HAND') refund.state = refund.bank
    }
    for (const dispute of payment.disputes) dispute.state = dispute.bank
  }

  /** Ends an order that is not paid. */
  release(payment: ModelPayment): void {
    payment.state = 'CLOSED'
    payment.endedAt = this.#next()
    for (const ticket of payment.tickets) ticket.payment = undefined
    this.#giveBack(payment)
  }

  #receive(payment: ModelPayment): void {
    const isLate = payment.state === 'CLOSED'
    payment.state = 'TAKEN'
    if (isLate && !this.#takeAgain(payment)) {
      payment.refunds.push({ amount: payment.total, reason: 'LATE', state: 'DUE' })
      return
    }
    payment.isSold = true
    payment.soldAt = this.#next()
    for (const ticket of payment.tickets) Object.assign(ticket, { state: 'BOUGHT', payment: undefined })
    this.#earn(payment, payment.mugs * Math.floor(payment.mugPrice / 100))
  }

  #next(): number {
    this.#events += 1
    return this.#events
  }

  /**
   * Tells whether another payment of the same reservations was sold, or is open, or whether the customer has bought
   * mugs in the same way since the payment ended, or is paying for some that were ordered since.
   */
  #isBoughtOtherwise({ wanted = [], ...payment }: ModelPayment): boolean {
    return this.payments.some(
      (other) =>
        other.id !== payment.id &&
        (((other.isSold || other.state === 'OPEN') && other.wanted?.some((ticket) => wanted.includes(ticket))) ||
          hasOtherMugs(other, payment)),
    )
  }

  /** Takes the same places, mugs and points for late money, if all are free and cost no more. The tickets are new. */
  #takeAgain(payment: ModelPayment): boolean {
    if (this.#isBoughtOtherwise(payment)) return false
    const isFree = ({ placeId, owner }: ModelTicket) => {
      const live = this.tickets.find(
        (ticket) => ticket.placeId === placeId && (ticket.state === 'RESERVED' || ticket.state === 'BOUGHT'),
      )
      return (
        !live || (live.owner === owner && live.state === 'RESERVED' && !live.payment && payment.tickets.includes(live))
      )
    }
    const { mugs, mugsForPoints, owner } = payment
    if (!payment.tickets.every(isFree) || this.stock < mugs + mugsForPoints) return false
    if (mugs > 0 && this.mugPrice > payment.mugPrice) return false
    if ((this.points.get(owner) ?? 0) < mugsForPoints * MUG_POINTS) return false
    for (const ticket of payment.tickets) ticket.state = 'GONE'
    payment.tickets = payment.tickets.map(({ placeId }) => ({ id: 0, placeId, owner, state: 'BOUGHT' }))
    this.tickets.push(...payment.tickets)
    this.#take(payment)
    return true
  }

  #take({ mugs, mugsForPoints, ...payment }: ModelPayment): void {
    this.stock -= mugs + mugsForPoints
    this.#earn(payment, -mugsForPoints * MUG_POINTS)
  }

  #giveBack({ mugs, mugsForPoints, ...payment }: ModelPayment): void {
    this.stock += mugs + mugsForPoints
    this.#earn(payment, mugsForPoints * MUG_POINTS)
  }

  #earn({ owner }: Pick<ModelPayment, 'owner'>, points: number): void {
    this.points.set(owner, (this.points.get(owner) ?? 0) + points)
  }
}

type Ordered = Pick<ModelPayment, 'owner' | 'mugs' | 'mugsForPoints' | 'state' | 'openedAt' | 'endedAt' | 'soldAt'>

/** Tells whether another payment has sold mugs to the owner of one since that ended, or was opened for them since. */
function hasOtherMugs(other: Ordered, { owner, mugs, mugsForPoints, endedAt = 0 }: Ordered): boolean {
  const since = other.state === 'OPEN' ? other.openedAt : other.soldAt
  if (other.owner !== owner || (since ?? 0) <= endedAt) return false
  return (other.mugs > 0 && mugs > 0) || (other.mugsForPoints > 0 && mugsForPoints > 0)
}

/** Tells whether a dispute that the shop knows blocks the refunds of a payment. */
export function isBlocked({ disputes }: ModelPayment): boolean {
  return disputes.some(({ state, isEnded }) => state === 'OPEN' || (state === 'LOST' && !isEnded))
}

/** Tells whether the provider refuses refunds of a payment because of a dispute. */
export function isRefusedByBank({ disputes }: ModelPayment): boolean {
  return disputes.some(({ bank }) => bank !== 'WON')
}
