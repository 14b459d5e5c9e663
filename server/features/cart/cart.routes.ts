import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cart.ts'
import type { AppContext } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { addToCart } from './add-to-cart.ts'
import { changeCartQuantity } from './change-cart-quantity.ts'
import { getCart } from './get-cart.ts'
import { removeFromCart } from './remove-from-cart.ts'

export function cartRoutes(app: FastifyInstance, { db }: AppContext): void {
  serve(app, contract.getCart, ({ caller }) => getCart(db, caller.userId))
  serve(app, contract.addToCart, ({ body: { merchandiseProductId, ...addition }, caller }) =>
    addToCart(db, { ...addition, productId: merchandiseProductId, userId: caller.userId }),
  )
  serve(app, contract.changeCartQuantity, ({ params, body, caller }) =>
    changeCartQuantity(db, { ...params, ...body, userId: caller.userId }),
  )
  serve(app, contract.removeFromCart, ({ params, caller }) => removeFromCart(db, { ...params, userId: caller.userId }))
}
