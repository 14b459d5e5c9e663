import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '../http-client.ts'
import { command, index, isDone, itemAt, server } from './command.ts'
import type { ModelCustomer, ModelOrder, ShopModel } from './shop-model.ts'

type Sent = { customer: ModelCustomer; order: ModelOrder; paymentType: string | undefined; key: string | undefined }

const lastOrder = new WeakMap<ShopModel, Sent>()
const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

function bodyOf({ order: { tickets, lines, expectedTotal }, paymentType }: Sent): object {
  return {
    ...{ userPaymentInfoDto, paymentType, expectedTotal },
    ticketIds: tickets.map(({ id }) => id),
    merchandiseIds: lines.map(({ id }) => id),
  }
}

/** Checks the answer to an order, and places it in the model unless it repeats an earlier one. */
function orderInModel(model: ShopModel, sent: Sent, answer: Answer): void {
  const { customer, order, paymentType, key } = sent
  const body = JSON.stringify(bodyOf(sent))
  const kept = key === undefined ? undefined : customer.keys.get(key)
  const isSignedIn = model.isSignedIn(customer)
  if (isSignedIn && kept && kept.body !== body) {
    isDone(answer, [422], 201)
    return
  }
  const isEmpty = order.tickets.length + order.lines.length === 0
  const before = kept?.invoiceId ?? (isEmpty ? undefined : model.orderedBefore(customer, order))
  const refusals = isSignedIn && before !== undefined ? [] : model.refusalsOfOrder(customer, order, paymentType)
  if (!isDone(answer, refusals, 201)) return
  const invoiceId: number = JSON.parse(answer.body).id
  if (before === undefined) model.order(customer, order, invoiceId)
  else expect(invoiceId).toBe(before)
  if (key !== undefined && !kept) customer.keys.set(key, { body, invoiceId })
}

const PATH = '/orders'
const totals = fc.constantFrom('none', 'right', 'right', 'right', 'right', 'wrong')
const choice = fc.record({
  customer: index,
  tickets: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
  lines: fc.array(index, { maxLength: 2 }),
  expected: totals,
  isPaid: fc.integer({ min: 0, max: 9 }).map((luck) => luck > 0),
  hasKey: fc.boolean(),
  at: server,
})
type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never

type Items = { customer: ModelCustomer } & Pick<ModelOrder, 'tickets' | 'lines'>

function sentOf(model: ShopModel, { customer, tickets, lines }: Items, { expected, isPaid, hasKey }: Choice): Sent {
  const { total } = model.costOf({ tickets, lines })
  const expectedTotal = { none: {}, right: { expectedTotal: total }, wrong: { expectedTotal: total + 1 } }
  const order = { tickets, lines, ...expectedTotal[expected] }
  return { customer, order, paymentType: isPaid ? 'VISA' : undefined, key: hasKey ? crypto.randomUUID() : undefined }
}

/** Chooses any tickets and lines, including those of others and those that are gone. */
function resolveAny(model: ShopModel, input: Choice): Items | undefined {
  const customer = itemAt(model.customers, input.customer)
  const all = model.customers.flatMap(({ lines }) => lines)
  const tickets = new Set(input.tickets.flatMap((ticket) => itemAt(model.tickets, ticket) ?? []))
  const lines = new Set(input.lines.flatMap((line) => itemAt(all, line) ?? []))
  return customer && { customer, tickets: [...tickets], lines: [...lines] }
}

/** Chooses the whole cart of a customer. */
function resolveCart(model: ShopModel, input: { customer: number }): Items | undefined {
  const customer = itemAt(model.customers, input.customer)
  const items = customer && { customer, tickets: model.reservationsOf(customer), lines: customer.lines }
  return items && items.tickets.length + items.lines.length > 0 ? items : undefined
}

/** Chooses the reservations of a customer, or one cart line. */
function resolvePart(model: ShopModel, input: Choice): Items | undefined {
  const cart = resolveCart(model, input)
  const line = cart && itemAt(cart.lines, input.lines[0] ?? 0)
  if (!cart) return undefined
  if (line && (input.lines.length > 0 || cart.tickets.length === 0)) return { ...cart, tickets: [], lines: [line] }
  return { ...cart, lines: [] }
}

const ordering = (name: string, weight: number, resolve: (model: ShopModel, input: Choice) => Items | undefined) =>
  command(name, choice, {
    weight,
    resolve,
    run: async ({ model, real, input, ...items }) => {
      const sent = sentOf(model, items, input)
      const { customer, key } = sent
      const asked = { token: customer.token, body: bodyOf(sent), ...(key === undefined ? {} : { key }) }
      orderInModel(model, sent, await real.send(input.at, 'POST', PATH, asked))
      lastOrder.set(model, sent)
    },
  })

export const orderCommands = [
  ordering('order some items', 3, resolveAny),
  ordering('order the cart', 4, resolveCart),
  ordering('order a part of the cart', 8, resolvePart),
  command('repeat an order', fc.record({ change: fc.nat({ max: 3 }), at: server }), {
    weight: 3,
    resolve: (model) => {
      const last = lastOrder.get(model)
      return last && { last }
    },
    run: async ({ model, real, input, last }) => {
      // The same again, without its key, or with its key for another payment.
      const { key: _key, ...withoutKey } = last
      const variants = [last, last, { ...withoutKey, key: undefined }, { ...last, paymentType: 'PAYPAL' }] as const
      const sent: Sent = variants[input.change] ?? last
      const { customer, key } = sent
      const asked = { token: customer.token, body: bodyOf(sent), ...(key === undefined ? {} : { key }) }
      orderInModel(model, sent, await real.send(input.at, 'POST', PATH, asked))
    },
  }),
  command('order the cart while the server is killed', fc.tuple(choice, fc.nat({ max: 9 }), fc.nat({ max: 25 })), {
    weight: 2,
    resolve: (model, [input, luck]) => (luck === 9 ? resolveCart(model, input) : undefined),
    run: async ({ model, real, input: [input, , afterMs], ...items }) => {
      await real.restarted()
      const sent = { ...sentOf(model, items, input), key: crypto.randomUUID() }
      const asked = { token: items.customer.token, body: bodyOf(sent), key: sent.key }
      const first = real.send(input.at, 'POST', PATH, asked).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      real.kill(input.at)
      await first
      orderInModel(model, sent, await real.send(input.at, 'POST', PATH, asked))
      lastOrder.set(model, sent)
    },
  }),
  command('read the orders', fc.record({ customer: index, at: server }), {
    resolve: (model, input) => {
      const customer = itemAt(model.customers, input.customer)
      return customer && { customer }
    },
    run: async ({ model, real, input, customer }) => {
      const answer = await real.send(input.at, 'GET', '/users/orders?pageSize=100', { token: customer.token })
      if (!isDone(answer, model.refusalsOfVisit(customer), 200)) return
      const told = JSON.parse(answer.body).elements.map(({ invoiceId }: { invoiceId: number }) => invoiceId)
      expect(new Set(told)).toEqual(new Set(customer.orders.map(({ invoiceId }) => invoiceId)))
    },
  }),
]
