import { queryOptions } from '@tanstack/react-query'
import { getSaleStart } from '#contract/sale-start.ts'
import type { ShowId } from '#domain/ids.ts'
import { call } from '#client/api.ts'

/** The interval at which a counting page asks for the start again, because it may be moved. */
const REFRESH_MS = 60_000

/** `startsAt` is the start of a sale in the time of `performance.now()`, in milliseconds. */
export type SaleStart = { saleStartsAt: string; startsAt: number }

/**
 * The start of a show's sale by the clock of the shop, because that of the device may be wrong. Null for a show that is
 * sold as soon as visitors see it.
 */
export const saleStartQuery = (id: ShowId) =>
  queryOptions({
    queryKey: ['sale-start', id],
    queryFn: async ({ signal }): Promise<SaleStart | null> => {
      const askedAt = performance.now()
      const { saleStartsAt, now } = await call(getSaleStart, { params: { id }, signal })
      if (saleStartsAt === null) return null
      // The shop read its clock about half a round trip ago.
      const readAt = (askedAt + performance.now()) / 2
      return { saleStartsAt, startsAt: readAt + Date.parse(saleStartsAt) - Date.parse(now) }
    },
    refetchInterval: REFRESH_MS,
    meta: { isUnasked: true },
    // A sleeping device stops the clock of the page.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
