/** Minutes of a day. All times of the model are in minutes since its run began. */
export const DAY = 24 * 60
export const PRICE_PERCENT = 85
export const GIFT = 60
export const LIMIT_PER_SHOW = 5
export const LIMIT = 8
const PICK_UP = 30
const SESSION = 7 * DAY

export type ModelShow = {
  id: number
  startsAt: number
  /** In cents. */
  price: number
  seatIds: readonly number[]
  standingId: number
  capacity: number
}

export type ModelProduct = {
  id: number
  price: number
  points: number
  stock: number
  itemsPerCustomer: number
  isOnSale: boolean
}

export type ModelCustomer = {
  id: number
  email: string
  password: string
  isLocked: boolean
  isDeleted: boolean
  /** The token of the customer's client, and the sessions that are not ended. */
  token: string
  sessions: { token: string; expiresAt: number }[]
  points: { points: number; from: number }[]
  lines: ModelLine[]
  sales: Map<ModelProduct, number>
  orders: { items: string; invoiceId: number }[]
  keys: Map<string, { body: string; invoiceId: number }>
}

export type ModelLine = { id: number; product: ModelProduct; quantity: number; usePoints: boolean }

export type ModelTicket = {
  id: number
  owner: ModelCustomer
  show: ModelShow
  placeId: number
  price: number
  state: 'RESERVED' | 'BOUGHT' | 'REFUNDED' | 'GONE'
  until: number
  invoiceId?: number
  refundId?: number
}

export type ModelInvoice = { id: number; owner: ModelCustomer; total: number; cancels?: number }

/** The statuses that an answer may have. A refused request changes nothing. */
export type Refusals = readonly number[]

/** An order as the client sends it. */
export type ModelOrder = { tickets: readonly ModelTicket[]; lines: readonly ModelLine[]; expectedTotal?: number }

/**
 * A small shop in memory, written from the specification and independent of the shop's code. Every question returns the
 * statuses of possible refusals: none if the request must succeed.
 */
export class ShopModel {
  now = 0
  readonly customers: ModelCustomer[] = []
  readonly tickets: ModelTicket[] = []
  readonly invoices: ModelInvoice[] = []
  readonly shows: readonly ModelShow[]
  readonly products: readonly ModelProduct[]

  constructor(shows: readonly ModelShow[], products: readonly ModelProduct[]) {
    this.shows = shows
    this.products = products
  }

  addCustomer(account: Pick<ModelCustomer, 'id' | 'email' | 'password'>, gift = 0): ModelCustomer {
    const points = gift === 0 ? [] : [{ points: gift, from: 0 }]
    const none = { isLocked: false, isDeleted: false, token: '', sessions: [], lines: [], orders: [] }
    const customer = { ...account, ...none, points, sales: new Map(), keys: new Map() }
    this.customers.push(customer)
    return customer
  }

  addSession(customer: ModelCustomer, token: string, lasts = SESSION): void {
    customer.token = token
    customer.sessions.push({ token, expiresAt: this.now + lasts })
  }

  isSignedIn({ isLocked, isDeleted, sessions, token }: ModelCustomer): boolean {
    const session = sessions.find((candidate) => candidate.token === token)
    return !isLocked && !isDeleted && session !== undefined && session.expiresAt > this.now
  }

  /** Refuses customers without a session. */
  refusalsOfVisit(customer: ModelCustomer): Refusals {
    return this.isSignedIn(customer) ? [] : [401]
  }

  isLive({ state, until }: ModelTicket): boolean {
    return state === 'BOUGHT' || (state === 'RESERVED' && until > this.now)
  }

  reservationsOf(owner: ModelCustomer): ModelTicket[] {
    return this.tickets.filter((ticket) => ticket.owner === owner && ticket.state === 'RESERVED' && this.isLive(ticket))
  }

  balanceOf({ points }: ModelCustomer): number {
    return points.filter(({ from }) => from <= this.now).reduce((sum, entry) => sum + entry.points, 0)
  }

  refusalsOfReservation(customer: ModelCustomer, show: ModelShow, placeIds: readonly number[]): Refusals {
    if (!this.isSignedIn(customer)) return [401]
    const seats = placeIds.filter((id) => id !== show.standingId)
    const standing = placeIds.length - seats.length
    const live = this.tickets.filter((ticket) => ticket.show === show && this.isLive(ticket))
    const own = this.reservationsOf(customer)
    const stood = live.filter(({ placeId }) => placeId === show.standingId).length
    return refusals({
      409:
        show.startsAt <= this.now ||
        own.length + placeIds.length > LIMIT ||
        own.filter((ticket) => ticket.show === show).length + placeIds.length > LIMIT_PER_SHOW ||
        stood + standing > show.capacity ||
        live.some(({ placeId }) => seats.includes(placeId)),
      422: new Set(seats).size < seats.length,
    })
  }

  /** Stores new reservations. Takes over the expired ones of the same seats. */
  reserve(owner: ModelCustomer, show: ModelShow, places: readonly { id: number; placeId: number }[]): ModelTicket[] {
    const deadline = show.startsAt - PICK_UP
    const until = deadline > this.now ? deadline : show.startsAt
    return places.map(({ id, placeId }) => {
      const isTakenOver = (old: ModelTicket) => old.placeId === placeId && old.state === 'RESERVED'
      if (placeId !== show.standingId) for (const old of this.tickets.filter(isTakenOver)) old.state = 'GONE'
      const price = Math.floor((show.price * PRICE_PERCENT) / 100)
      const ticket: ModelTicket = { id, owner, show, placeId, price, state: 'RESERVED', until }
      this.tickets.push(ticket)
      return ticket
    })
  }

  refusalsOfCancellation(customer: ModelCustomer, ticket: ModelTicket): Refusals {
    if (!this.isSignedIn(customer)) return [401]
    if (ticket.state === 'GONE') return []
    return refusals({ 404: ticket.owner !== customer, 409: ticket.owner === customer && ticket.state === 'BOUGHT' })
  }

  cancel(ticket: ModelTicket): void {
    if (ticket.state === 'RESERVED') ticket.state = 'GONE'
  }

  /** Refuses merchandise that cannot be bought together. */
  refusalsOfMerchandise(customer: ModelCustomer, lines: readonly Omit<ModelLine, 'id'>[]): Refusals {
    const wanted = (product: ModelProduct) =>
      lines.filter((line) => line.product === product).reduce((sum, { quantity }) => sum + quantity, 0)
    return refusals({
      409: lines.some(
        ({ product }) =>
          !product.isOnSale ||
          wanted(product) > product.stock ||
          wanted(product) + (customer.sales.get(product) ?? 0) > product.itemsPerCustomer,
      ),
      422: lines.some(({ product, usePoints }) => usePoints && product.points === 0),
    })
  }

  costOf({ tickets, lines }: ModelOrder): { total: number; points: number } {
    const money = lines.filter(({ usePoints }) => !usePoints)
    const redeemed = lines.filter(({ usePoints }) => usePoints)
    const ofTickets = tickets.reduce((sum, { price }) => sum + price, 0)
    return {
      total: money.reduce((sum, { quantity, product }) => sum + quantity * product.price, ofTickets),
      points: redeemed.reduce((sum, { quantity, product }) => sum + quantity * product.points, 0),
    }
  }

  /** Finds the invoice of an earlier order of exactly these items. */
  orderedBefore(customer: ModelCustomer, order: ModelOrder): number | undefined {
    return customer.orders.find(({ items }) => items === itemsOf(order))?.invoiceId
  }

  refusalsOfOrder(customer: ModelCustomer, order: ModelOrder, paymentType: string | undefined): Refusals {
    if (!this.isSignedIn(customer)) return [401]
    const { tickets, lines, expectedTotal } = order
    const cost = this.costOf(order)
    return [
      ...this.refusalsOfMerchandise(customer, lines),
      ...refusals({
        404:
          tickets.some(({ owner, state }) => owner !== customer && state !== 'GONE') ||
          lines.some((line) => !customer.lines.includes(line)),
        409:
          tickets.some(({ state }) => state === 'BOUGHT' || state === 'REFUNDED') ||
          (expectedTotal ?? cost.total) !== cost.total ||
          cost.points > this.balanceOf(customer),
        410: tickets.some((ticket) => ticket.state === 'GONE' || !this.isLive(ticket)),
        422: tickets.length + lines.length === 0 || (cost.total > 0 && paymentType === undefined),
      }),
    ]
  }

  order(owner: ModelCustomer, order: ModelOrder, invoiceId: number): void {
    const { tickets, lines } = order
    this.invoices.push({ id: invoiceId, owner, total: this.costOf(order).total })
    owner.orders.push({ items: itemsOf(order), invoiceId })
    for (const ticket of tickets) {
      Object.assign(ticket, { state: 'BOUGHT', invoiceId })
      owner.points.push({ points: Math.floor(ticket.price / 100), from: ticket.show.startsAt })
    }
    for (const { product, quantity, usePoints } of lines) {
      product.stock -= quantity
      owner.sales.set(product, (owner.sales.get(product) ?? 0) + quantity)
      const each = usePoints ? -product.points : Math.floor(product.price / 100)
      owner.points.push({ points: each * quantity, from: this.now })
    }
    owner.lines = owner.lines.filter((line) => !lines.includes(line))
  }

  refusalsOfRefund(customer: ModelCustomer, ticket: ModelTicket): Refusals {
    if (!this.isSignedIn(customer)) return [401]
    if (ticket.state === 'GONE' || ticket.owner !== customer) return [404]
    if (ticket.state === 'RESERVED') return this.isLive(ticket) ? [409] : [404, 409]
    return refusals({ 409: ticket.state === 'BOUGHT' && ticket.show.startsAt <= this.now })
  }

  refund(ticket: ModelTicket, refundId: number): void {
    if (ticket.state === 'REFUNDED') return
    const { owner, price, show, invoiceId } = ticket
    Object.assign(ticket, { state: 'REFUNDED', refundId })
    this.invoices.push({
      id: refundId,
      owner,
      total: price,
      ...(invoiceId === undefined ? {} : { cancels: invoiceId }),
    })
    owner.points.push({ points: -Math.floor(price / 100), from: show.startsAt })
  }

  lock(customer: ModelCustomer, isLocked: boolean): void {
    customer.isLocked = isLocked
    if (isLocked) expel(this, customer)
  }

  delete(customer: ModelCustomer): void {
    customer.isDeleted = true
    customer.lines = []
    expel(this, customer)
  }
}

/** Ends the sessions and frees the reservations of a customer. */
function expel(model: ShopModel, customer: ModelCustomer): void {
  customer.sessions = []
  for (const ticket of model.tickets) if (ticket.owner === customer) model.cancel(ticket)
}

function refusals(reasons: Record<number, boolean>): Refusals {
  return Object.entries(reasons).flatMap(([status, applies]) => (applies ? [Number(status)] : []))
}

function itemsOf({ tickets, lines }: ModelOrder): string {
  const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id).toSorted((one, other) => one - other)
  return JSON.stringify([ids(tickets), ids(lines)])
}
