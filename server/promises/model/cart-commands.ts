import fc from 'fast-check'
import { expect } from 'vitest'
import { command, index, isDone, itemAt, server } from './command.ts'
import type { ModelCustomer, ModelLine, ShopModel } from './shop-model.ts'

/** Finds a cart line, by most inputs with its owner. */
const cartLine = fc.record({
  line: index,
  isForeign: fc.nat({ max: 7 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  at: server,
})
type CartLine = { line: number; isForeign: number }

const resolveLine = (model: ShopModel, input: CartLine) => {
  const all = model.customers.flatMap((owner) => owner.lines.map((line) => ({ owner, line })))
  const found = itemAt(all, input.line)
  const customer = input.isForeign === 7 ? itemAt(model.customers, input.line) : found?.owner
  return found && customer && { ...found, customer }
}

/** Lists the lines of a product in a cart as they would be with another quantity in one of them. */
function linesWith(customer: ModelCustomer, changed: ModelLine): ModelLine[] {
  const others = customer.lines.filter((line) => line.id !== changed.id && line.product === changed.product)
  return [...others, changed]
}

export const cartCommands = [
  command(
    'add to the cart',
    fc.record({
      customer: index,
      product: index,
      quantity: fc.integer({ min: 1, max: 3 }),
      usePoints: fc.boolean(),
      at: server,
    }),
    {
      weight: 5,
      resolve: (model, input) => {
        const customer = itemAt(model.customers, input.customer)
        const product = itemAt(model.products, input.product)
        return customer && product && { customer, product }
      },
      run: async ({ model, real, input: { at, quantity, usePoints }, customer, product }) => {
        const body = { merchandiseProductId: product.id, quantity, usePoints }
        const answer = await real.send(at, 'POST', '/merchandise/purchases', { token: customer.token, body })
        const before = customer.lines.find((line) => line.product === product && line.usePoints === usePoints)
        const line = { id: before?.id ?? 0, product, usePoints, quantity: (before?.quantity ?? 0) + quantity }
        const refusals = model.isSignedIn(customer)
          ? model.refusalsOfMerchandise(customer, linesWith(customer, line))
          : [401]
        if (!isDone(answer, refusals, 201)) return
        if (before) before.quantity = line.quantity
        else customer.lines.push({ ...line, id: JSON.parse(answer.body).id })
      },
    },
  ),
  command('change a quantity', cartLine, {
    weight: 2,
    resolve: resolveLine,
    run: async ({ model, real, input: { at, quantity }, customer, owner, line }) => {
      const path = `/merchandise/purchases/${line.id}/quantity`
      const answer = await real.send(at, 'PATCH', path, { token: customer.token, body: { quantity } })
      const refusals = () => model.refusalsOfMerchandise(customer, linesWith(customer, { ...line, quantity }))
      const isOwn = customer === owner
      if (isDone(answer, model.isSignedIn(customer) ? (isOwn ? refusals() : [404]) : [401], 200))
        line.quantity = quantity
    },
  }),
  command('remove from the cart', cartLine, {
    resolve: resolveLine,
    run: async ({ model, real, input: { at }, customer, owner, line }) => {
      const answer = await real.send(at, 'DELETE', `/merchandise/purchases/${line.id}`, { token: customer.token })
      const refusals = model.isSignedIn(customer) ? (customer === owner ? [] : [404]) : [401]
      if (isDone(answer, refusals, 204)) owner.lines = owner.lines.filter((other) => other !== line)
    },
  }),
  command('read the cart', fc.record({ customer: index, at: server }), {
    resolve: (model, input) => {
      const customer = itemAt(model.customers, input.customer)
      return customer && { customer }
    },
    run: async ({ model, real, input: { at }, customer }) => {
      const answer = await real.send(at, 'GET', '/carts', { token: customer.token })
      if (!isDone(answer, model.refusalsOfVisit(customer), 200)) return
      const { tickets, merchandisePurchases } = JSON.parse(answer.body)
      const idsOf = (items: readonly { id: number }[]) =>
        items.map(({ id }) => id).toSorted((one, other) => one - other)
      expect(idsOf(tickets)).toEqual(idsOf(model.reservationsOf(customer)))
      const seen = merchandisePurchases.map(({ id, quantity, price, points }: Record<string, number>) => ({
        ...{ id, quantity, price, points },
      }))
      const lines = customer.lines.map(({ id, quantity, product: { price, points } }) => ({
        id,
        quantity,
        price,
        points,
      }))
      expect(seen).toEqual(lines.toSorted((one, other) => one.id - other.id))
    },
  }),
]
