import type { UserId } from '#domain/ids.ts'
import { userPaymentInfoDto } from './paying-shop.ts'
import { cartCall } from './cart-call.ts'
import type { TestShop } from './shop.ts'

/** Returns the calls of customers who reserve places, put merchandise into the cart and order both. */
export function orderCalls(shop: () => TestShop) {
  function order(as: UserId, body: object, headers: Record<string, string> = {}) {
    return shop().ask('POST', '/orders', { as, body: { userPaymentInfoDto, paymentType: 'VISA', ...body }, headers })
  }

  async function reserveOne(as: UserId, show: { showId: number }, place: number | undefined): Promise<number> {
    const reply = await shop().ask('POST', '/tickets', {
      as,
      body: { eventShowId: show.showId, seatingPlanPlaceIds: [place] },
    })
    return reply.json().elements[0].id
  }

  return { order, reserveOne, putInCart: cartCall(shop) }
}
