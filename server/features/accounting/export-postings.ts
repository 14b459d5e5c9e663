import { datevHead, datevLine, type DatevSettings, windows1252 } from '#domain/accounting/datev.ts'
import { daysOfMonth } from '#domain/accounting/figures-period.ts'
import type { UserId } from '#domain/ids.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/connection.ts'
import { loggedExport } from '#server/db/logged-export.ts'
import { selectNow } from '#server/db/now.ts'
import { streamRows } from '#server/db/stream-rows.ts'
import type { Settings } from '#server/settings/env.ts'
import { findPostings, selectVatRates } from './accounting.sql.ts'

type PostingsRequest = { by: UserId; month: string }

/** Makes a month's batch of postings in parts. Throws `accounting_not_set_up` without the numbers and accounts. */
export function exportPostings({ db, settings }: AppContext, { by, month }: PostingsRequest): AsyncGenerator<Buffer> {
  return loggedExport(db, { by, name: 'datev', filters: { month } }, async () => {
    const rates = await selectVatRates(db, daysOfMonth(month), settings.seller.timeZone)
    return batchOf(db, { month, timeZone: settings.seller.timeZone, datev: datevSettingsOf(settings, rates) })
  })
}

type Batch = { month: string; timeZone: string; datev: DatevSettings }

async function* batchOf(db: Db, { month, timeZone, datev }: Batch): AsyncGenerator<Buffer> {
  const days = daysOfMonth(month)
  let part = datevHead(datev, { ...days, createdAt: await selectNow(db) })
  for await (const postings of streamRows(db, () => findPostings(days, timeZone))) {
    yield Buffer.from(windows1252(part + postings.map((posting) => datevLine(datev, posting)).join('')))
    part = ''
  }
  if (part) yield Buffer.from(windows1252(part))
}

function datevSettingsOf(settings: Settings, vatRates: readonly number[]): DatevSettings {
  const { DATEV_CONSULTANT, DATEV_CLIENT, DATEV_PAYMENT_ACCOUNT, DATEV_REVENUE_ACCOUNTS } = settings
  const revenueAccounts = DATEV_REVENUE_ACCOUNTS ?? new Map<number, string>()
  const missing = [
    ...Object.entries({ DATEV_CONSULTANT, DATEV_CLIENT, DATEV_PAYMENT_ACCOUNT })
      .filter(([, value]) => value === undefined)
      .map(([name]) => name),
    ...vatRates.filter((rate) => !revenueAccounts.has(rate)).map((rate) => `DATEV_REVENUE_ACCOUNTS for ${rate} %`),
  ]
  if (!DATEV_CONSULTANT || !DATEV_CLIENT || !DATEV_PAYMENT_ACCOUNT || missing.length > 0) {
    throw problem('accounting_not_set_up', { missing })
  }
  return {
    consultant: DATEV_CONSULTANT,
    client: DATEV_CLIENT,
    accountLength: DATEV_PAYMENT_ACCOUNT.length,
    paymentAccount: DATEV_PAYMENT_ACCOUNT,
    revenueAccounts,
  }
}
