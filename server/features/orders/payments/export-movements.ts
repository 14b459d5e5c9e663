import { BYTE_ORDER_MARK, csvLine } from '#domain/accounting/csv.ts'
import type { UserId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { loggedExport } from '#server/db/logged-export.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const NAMES = [
  ...['Provider', 'Day', 'Time', 'Kind', 'Reference', 'Payment'],
  ...['At the provider', 'In the shop', 'Difference', 'Fee'],
]

type MovementsRequest = { by: UserId; query: { firstDay?: string | undefined; lastDay?: string | undefined } }

/**
 * Compares the movements of a period, logs their export and makes its CSV. Throws `provider_silent` if a provider does
 * not answer.
 */
export function exportMovements(context: AppContext, { by, query }: MovementsRequest): AsyncGenerator<string> {
  const { timeZone } = context.settings.seller
  return loggedExport(context.db, { by, name: 'movements', filters: query }, async () => {
    const { reports } = await reconcilePayments(context, query)
    const lines = reports.flatMap(({ provider: name, comparisons }) => {
      if (!comparisons) throw problem('provider_silent')
      return comparisons.map(({ day, at, kind, ref, paymentId, provider, shop, fee }) => [
        ...[name, day, at, kind, ref, paymentId, moneyOf(provider), moneyOf(shop)],
        ...[{ cents: (provider ?? 0) - (shop ?? 0) }, { cents: fee }],
      ])
    })
    return onePart(BYTE_ORDER_MARK + [NAMES, ...lines].map((cells) => csvLine(cells, timeZone)).join(''))
  })
}

async function* onePart(text: string): AsyncGenerator<string> {
  yield text
}

const moneyOf = (amount: Cents | null) => (amount === null ? null : { cents: amount })
