import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/merchandise.ts'
import * as desk from '#contract/admin-merchandise.ts'
import type { AppContext } from '#server/context.ts'
import { cachedList } from '#server/http/answers/cached-list.ts'
import { readList } from '#server/http/answers/read-list.ts'
import { orNotFound } from '#server/http/or-not-found.ts'
import { serve } from '#server/http/serve.ts'
import { changeProduct } from './change-product.ts'
import { changeProductState } from './change-product-state.ts'
import { createProduct } from './create-product.ts'
import { selectAdminProduct, selectAdminProducts, selectProduct, selectProducts } from './merchandise.sql.ts'

export function merchandiseRoutes(app: FastifyInstance, context: AppContext): void {
  const { browse } = context
  const products = cachedList(context, contract.listProducts, (query, rememberAt) =>
    browse((db) => selectProducts(db, undefined, query, rememberAt(db))),
  )

  // Users also find products of their own that wait for publication, administrators all of them.
  serve(
    app,
    contract.listProducts,
    ({ caller, query }) =>
      caller ? readList(context, query, () => selectProducts(context.db, caller, query)) : products(query),
    { inMemory: ({ query }, network) => products.inMemory(query, network) },
  )
  serve(app, contract.getProduct, ({ caller, params }) =>
    browse((db) => orNotFound('product', selectProduct(db, caller, params.id)), caller !== undefined),
  )
  serve(app, contract.changeProduct, ({ caller, params, body }) =>
    changeProduct(context.db, caller, { ...body, ...params }),
  )
  serve(app, contract.changeProductState, ({ caller, params, body }) =>
    changeProductState(context.db, caller, { ...params, ...body }),
  )
  serve(app, contract.createProduct, ({ caller, body }) => createProduct(context, caller, body))

  serve(app, desk.listAdminProducts, ({ query }) => selectAdminProducts(context.db, query))
  serve(app, desk.getAdminProduct, ({ params }) => orNotFound('product', selectAdminProduct(context.db, params.id)))
}
