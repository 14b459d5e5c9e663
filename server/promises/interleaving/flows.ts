import type { Buyer } from '../buyers.ts'
import type { Answer } from '../http-client.ts'
import type { SmallWorld } from './small-world.sql.ts'

type Request = { by: Buyer; method: string; path: string; body?: unknown }

const userPaymentInfoDto = { firstName: 'Ada', lastName: 'Guest', address: 'Ring 1' }

const order = (by: Buyer, ticketIds: readonly number[], merchandiseIds: readonly number[] = []): Request => {
  return {
    by,
    method: 'POST',
    path: '/orders',
    body: { userPaymentInfoDto, paymentType: 'VISA', ticketIds, merchandiseIds },
  }
}
const reserve = (by: Buyer, { show }: SmallWorld, places: readonly (number | undefined)[]): Request => {
  return { by, method: 'POST', path: '/tickets', body: { eventShowId: show.showId, seatingPlanPlaceIds: places } }
}
const cancel = (by: Buyer, ticket: number): Request => ({ by, method: 'DELETE', path: `/tickets/${ticket}` })
const refund = (by: Buyer, ticket: number): Request => ({ by, method: 'PUT', path: `/tickets/${ticket}/cancelation` })
const mug = { name: 'Mug', description: 'Holds tea.', price: 990, points: 300, itemsPerCustomer: 5, stockChange: -1 }

/** The requests that write, each of which competes with some others for a row. */
export const flows: Readonly<Record<string, (world: SmallWorld) => Request>> = {
  'Ada reserves a free seat and the last standing place': (world) =>
    reserve(world.ada, world, [world.show.seatIds[0], world.show.standingPlaceId]),
  'Bob reserves the free seat': (world) => reserve(world.bob, world, [world.show.seatIds[0]]),
  'Bob reserves the expired seat and the last standing place': (world) =>
    reserve(world.bob, world, [world.show.seatIds[3], world.show.standingPlaceId]),
  'Ada cancels a seat': ({ ada, tickets }) => cancel(ada, tickets.reserved),
  'Ada cancels a standing place': ({ ada, tickets }) => cancel(ada, tickets.standing),
  'Ada cancels the expired seat': ({ ada, tickets }) => cancel(ada, tickets.expired),
  'Ada orders a seat': ({ ada, tickets }) => order(ada, [tickets.reserved]),
  'Ada orders the expired seat': ({ ada, tickets }) => order(ada, [tickets.expired]),
  'Ada orders the whole cart': ({ ada, tickets, lines }) =>
    order(ada, [tickets.reserved, tickets.standing], [lines.mug, lines.shirt]),
  'Ada orders a pin for points': ({ ada, lines }) => order(ada, [], [lines.pin]),
  'Bob orders the last mug': ({ bob, lines }) => order(bob, [], [lines.bobsMug]),
  'Ada refunds a seat': ({ ada, tickets }) => refund(ada, tickets.bought),
  'Bob refunds a standing place': ({ bob, tickets }) => refund(bob, tickets.bobs),
  'Ada adds a pin to the cart': ({ ada: by, products }) => {
    const body = { merchandiseProductId: products.pin, quantity: 1, usePoints: false }
    return { by, method: 'POST', path: '/merchandise/purchases', body }
  },
  'Ada deletes the account': ({ ada: by }) => ({ by, method: 'DELETE', path: '/users' }),
  'an administrator locks Ada': ({ admin: by, ada }) => {
    return { by, method: 'PATCH', path: `/users/${ada.userId}/lock`, body: true }
  },
  'an administrator releases the standing place of Ada': ({ admin: by, tickets }) => {
    return { by, method: 'DELETE', path: `/admin/reservations/${tickets.standing}` }
  },
  'an administrator changes the mug': ({ admin: by, products }) => {
    return { by, method: 'PATCH', path: `/merchandise/products/${products.mug}`, body: mug }
  },
}

/** Sends the request of a flow. A flow that is sent twice has the same Idempotency-Key. */
export function sendFlow(name: string, world: SmallWorld, url: string): Promise<Answer> {
  const { by, method, path, body } = flows[name]?.(world) ?? { by: world.ada, method: 'GET', path: `/${name}` }
  return by.send(url, method, path, { body, headers: { 'idempotency-key': name } })
}
