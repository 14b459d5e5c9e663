import fc from 'fast-check'
import { command, index, isDone, itemAt, server } from './command.ts'
import { DAY, type ShopModel } from './shop-model.ts'

type OfProduct = { product: number }
const resolveProduct = (model: ShopModel, input: OfProduct) => {
  const product = itemAt(model.products, input.product)
  return product && { product }
}

const HOUR = 60

/** Moments to which the clock jumps, away from the ends of reservations and sessions. */
const moments = [8 * HOUR, 2 * DAY - 20, 2 * DAY + HOUR, 5 * DAY, 10 * DAY - 20, 10 * DAY + HOUR]

export const worldCommands = [
  command(
    'change a product',
    fc.record({
      product: index,
      // At 0 € a product that costs points would be for points alone.
      price: fc.constantFrom(1, 99, 550, 1_290, 2_000),
      points: fc.constantFrom(0, 1, 30, 45),
      itemsPerCustomer: fc.integer({ min: 1, max: 5 }),
      stockChange: fc.integer({ min: -3, max: 3 }),
    }),
    {
      weight: 2,
      resolve: resolveProduct,
      run: async ({ real, input: { product: _index, stockChange, ...change }, product }) => {
        const body = { name: 'Mug', description: 'Holds tea.', ...change, stockChange }
        const answer = await real.administer('PATCH', `/merchandise/products/${product.id}`, body)
        const stock = product.stock + stockChange
        if (isDone(answer, stock < 0 ? [409] : [], 200)) Object.assign(product, change, { stock })
      },
    },
  ),
  command(
    'take a product off sale, or back',
    fc.record({ product: index, isOnSale: fc.constantFrom(false, true, true) }),
    {
      resolve: resolveProduct,
      run: async ({ real, input: { isOnSale }, product }) => {
        const body = { state: isOnSale ? 'ON_SALE' : 'OFF_SALE' }
        isDone(await real.administer('PATCH', `/merchandise/products/${product.id}/state`, body), [], 200)
        product.isOnSale = isOnSale
      },
    },
  ),
  command('change the price of a show', fc.record({ show: index, price: fc.integer({ min: 0, max: 9_999 }) }), {
    weight: 3,
    resolve: (model, input) => {
      const show = itemAt(model.shows, input.show)
      return show && { show }
    },
    run: async ({ real, input, show }) => {
      await real.changeShowPrice(show, input.price)
      show.price = input.price
    },
  }),
  command('advance the clock', fc.record({ luck: fc.nat({ max: 2 }) }), {
    weight: 3,
    resolve: (model, { luck }) => {
      const next = moments.find((moment) => moment > model.now)
      return luck === 0 && next !== undefined ? { next } : undefined
    },
    run: async ({ model, real, next }) => {
      await real.setClock(next)
      model.now = next
    },
  }),
  command('kill a server', fc.record({ at: server, luck: fc.nat({ max: 9 }) }), {
    resolve: (_model, { luck }) => (luck === 9 ? {} : undefined),
    run: async ({ real, input }) => real.kill(input.at),
  }),
]
