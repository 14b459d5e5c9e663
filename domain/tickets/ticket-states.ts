/** The states of a ticket, in the order of its life. */
export const TICKET_STATES = ['RESERVED', 'BOUGHT', 'REFUNDED'] as const

export type TicketState = (typeof TICKET_STATES)[number]

// Whether a ticket in this state can hold its place. Only such tickets are listed.
const canBeLive = { RESERVED: true, BOUGHT: true, REFUNDED: false } as const satisfies Record<TicketState, boolean>

export type LiveTicketState = {
  [State in TicketState]: (typeof canBeLive)[State] extends true ? State : never
}[TicketState]

/** The states a customer sees: a refunded ticket is listed on invoices only. */
export const LIVE_TICKET_STATES = TICKET_STATES.filter((state): state is LiveTicketState => canBeLive[state])
