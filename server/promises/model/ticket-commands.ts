import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '../http-client.ts'
import { command, index, isDone, itemAt, server } from './command.ts'
import type { ModelCustomer, ModelShow, ModelTicket, ShopModel } from './shop-model.ts'

type ReserveInput = { customer: number; show: number }

const resolveInput = (model: ShopModel, { customer: buyer, show: evening }: ReserveInput) => {
  const customer = itemAt(model.customers, buyer)
  const show = itemAt(model.shows, evening)
  return customer && show && { customer, show }
}

const resolveTicket = (model: ShopModel, input: { customer: number; ticket: number }) => {
  const customer = itemAt(model.customers, input.customer)
  const ticket = itemAt(model.tickets, input.ticket)
  return customer && ticket && { customer, ticket }
}

/** Finds a ticket, by most inputs with its owner. */
const ownTicket = fc.record({ ticket: fc.nat({ max: 40 }), isForeign: fc.integer({ min: 0, max: 7 }), at: server })
type OwnTicket = { ticket: number; isForeign: number }

const resolveOwnTicket = (model: ShopModel, { ticket: number, isForeign }: OwnTicket) => {
  const ticket = itemAt(model.tickets, number)
  const customer = isForeign === 7 ? itemAt(model.customers, number) : ticket?.owner
  return ticket && customer && { ticket, customer }
}

type Reserved = { id: number; placeId: number }

function placesOf(answer: Answer): Reserved[] {
  return (JSON.parse(answer.body).elements as Reserved[]).map(({ id, placeId }) => ({ id, placeId }))
}

type Repeatable = { customer: ModelCustomer; show: ModelShow; placeIds: number[]; key: string; tickets: ModelTicket[] }
const lastReservation = new WeakMap<ShopModel, Repeatable>()

export const ticketCommands = [
  command(
    'reserve',
    fc.record({
      customer: index,
      show: index,
      seats: fc.array(index, { maxLength: 2 }),
      standing: fc.nat({ max: 1 }),
      at: server,
    }),
    {
      weight: 8,
      resolve: (model, input) => (input.seats.length + input.standing > 0 ? resolveInput(model, input) : undefined),
      run: async ({ model, real, input, customer, show }) => {
        const seats = input.seats.map((seat) => itemAt(show.seatIds, seat) ?? 0)
        const placeIds = [...seats, ...Array.from({ length: input.standing }, () => show.standingId)]
        const key = crypto.randomUUID()
        const body = { eventShowId: show.id, seatingPlanPlaceIds: placeIds }
        const answer = await real.send(input.at, 'POST', '/tickets', { token: customer.token, body, key })
        if (!isDone(answer, model.refusalsOfReservation(customer, show, placeIds), 201)) return
        const tickets = model.reserve(customer, show, placesOf(answer))
        expect(tickets.map(({ placeId }) => placeId).toSorted()).toEqual(placeIds.toSorted())
        lastReservation.set(model, { customer, show, placeIds, key, tickets })
      },
    },
  ),
  command('repeat a reservation', fc.record({ at: server }), {
    resolve: (model) => lastReservation.get(model),
    run: async ({ model, real, input, customer, show, placeIds, key, tickets }) => {
      const body = { eventShowId: show.id, seatingPlanPlaceIds: placeIds }
      const answer = await real.send(input.at, 'POST', '/tickets', { token: customer.token, body, key })
      const isThere = model.isSignedIn(customer) && tickets.some((ticket) => model.isLive(ticket))
      const refusals = isThere ? [] : model.refusalsOfReservation(customer, show, placeIds)
      if (!isDone(answer, refusals, 201)) return
      const places = placesOf(answer)
      if (isThere) expect(places).toEqual(tickets.map(({ id, placeId }) => ({ id, placeId })))
      else lastReservation.set(model, { customer, show, placeIds, key, tickets: model.reserve(customer, show, places) })
    },
  }),
  command('cancel a reservation', ownTicket, {
    weight: 2,
    resolve: (model, input) => {
      const found = resolveOwnTicket(model, input)
      // The row of an expired reservation may be gone, so the answer to another customer is not certain.
      const isCertain = found && (found.ticket.owner === found.customer || isThere(model, found.ticket))
      return isCertain ? found : undefined
    },
    run: async ({ model, real, input, ticket, customer }) => {
      const answer = await real.send(input.at, 'DELETE', `/tickets/${ticket.id}`, { token: customer.token })
      if (isDone(answer, model.refusalsOfCancellation(customer, ticket), 204)) model.cancel(ticket)
    },
  }),
  command('refund a ticket', ownTicket, {
    weight: 5,
    resolve: resolveOwnTicket,
    run: async ({ model, real, input, ticket, customer }) => {
      const answer = await real.send(input.at, 'PUT', `/tickets/${ticket.id}/cancelation`, { token: customer.token })
      if (!isDone(answer, model.refusalsOfRefund(customer, ticket), 200)) return
      const { id } = JSON.parse(answer.body)
      if (ticket.state === 'REFUNDED') expect(id).toBe(ticket.refundId)
      model.refund(ticket, id)
      const invoice = await real.send(input.at, 'GET', `/invoices/${id}`, { token: customer.token })
      expect(JSON.parse(invoice.body)).toMatchObject({ invoiceType: 'CANCEL', total: ticket.price })
    },
  }),
  command('read the taken seats', fc.record({ customer: index, show: index, at: server }), {
    resolve: resolveInput,
    run: async ({ model, real, input, show }) => {
      const plan = await real.planOf(show)
      const path = `/tickets/reservations?seatingPlanId=${plan}&eventShowId=${show.id}`
      const { elements } = JSON.parse((await real.send(input.at, 'GET', path, {})).body)
      const taken = model.tickets
        .filter((ticket) => ticket.show === show && ticket.placeId !== show.standingId && model.isLive(ticket))
        .map(({ placeId, state }) => ({ placeId, ticketState: state }))
      expect(elements).toEqual(taken.toSorted((one, other) => one.placeId - other.placeId))
    },
  }),
  command('read the own tickets', fc.record({ customer: index, ticket: index, at: server }), {
    resolve: resolveTicket,
    run: async ({ model, real, input, customer }) => {
      const answer = await real.send(input.at, 'GET', '/users/tickets?pageSize=100', { token: customer.token })
      if (!isDone(answer, model.refusalsOfVisit(customer), 200)) return
      const own = model.tickets.filter((ticket) => ticket.owner === customer && model.isLive(ticket))
      const told: string[] = JSON.parse(answer.body).elements.map(
        ({ id, ticketState, price }: Record<string, unknown>) => `${id} ${ticketState} ${price}`,
      )
      expect(told.toSorted()).toEqual(own.map(({ id, state, price }) => `${id} ${state} ${price}`).toSorted())
    },
  }),
]

function isThere(model: ShopModel, ticket: ModelTicket): boolean {
  return ticket.state !== 'RESERVED' || model.isLive(ticket)
}
