import * as z from 'zod/mini'
import { listAdminArtists } from '#contract/admin-artists.ts'
import { listChanges } from '#contract/change-log.ts'
import { listAdminEvents } from '#contract/admin-events.ts'
import { listAdminLocations } from '#contract/admin-locations.ts'
import { listAdminProducts } from '#contract/admin-merchandise.ts'
import { listAdminNews } from '#contract/admin-news.ts'
import { listAdminPlans } from '#contract/seating-plans.ts'
import { listAdminShows } from '#contract/admin-shows.ts'
import { listUsers } from '#contract/users.ts'
import { isAmount, type LoggedValue } from '#domain/change-log.ts'
import { decimal } from '#domain/accounting/csv.ts'
import type { ExportName } from '#domain/accounting/exports.ts'
import { findAdminArtists } from '#server/features/artists/artists.sql.ts'
import { findEntries } from '#server/features/change-log/change-log.sql.ts'
import { findAdminEvents } from '#server/features/events/events.sql.ts'
import { findAdminLocations } from '#server/features/locations/locations.sql.ts'
import { findAdminProducts } from '#server/features/merchandise/merchandise.sql.ts'
import { findAdminNews } from '#server/features/news/news.sql.ts'
import { findOwedRefunds } from '#server/features/orders/payments/owed-refunds.sql.ts'
import { findAdminPlans } from '#server/features/seating/plan-uses.sql.ts'
import { findUsers } from '#server/features/users/users.sql.ts'
import { accountingExport, figuresExport, invoicesExport, linesExport } from './book-exports.ts'
import { type Export, exportOf } from './export-of.ts'
import { findShowRows } from './exported-rows.sql.ts'
import { scansExport } from './scans-export.ts'

/** The columns of each export, and the filters that it takes. */
export const exportTable: Record<ExportName, Export> = {
  events: exportOf(listAdminEvents.query, findAdminEvents, {
    Id: ({ id }) => id,
    Title: ({ title }) => title,
    Type: ({ type }) => type,
    Description: ({ description }) => description,
    Publication: ({ publication }) => publication,
    'First show': ({ startTime }) => startTime,
    'Last show ends': ({ endTime }) => endTime,
  }),
  shows: exportOf(listAdminShows.query, findShowRows, {
    Id: ({ id }) => id,
    Event: ({ event }) => event,
    Show: ({ name }) => name,
    Type: ({ type }) => type,
    Location: ({ location }) => location,
    City: ({ city }) => city,
    Artist: ({ artist }) => artist,
    Start: ({ startsAt }) => startsAt,
    End: ({ endsAt }) => endsAt,
    Price: ({ price }) => ({ cents: price }),
    'VAT %': ({ vatPercent }) => vatPercent,
    Sold: ({ sold }) => sold,
    Reserved: ({ reserved }) => reserved,
    Held: ({ held }) => held,
    Cancelled: ({ cancelledAt }) => cancelledAt,
  }),
  news: exportOf(listAdminNews.query, findAdminNews, {
    Id: ({ id }) => id,
    Title: ({ title }) => title,
    Summary: ({ summary }) => summary,
    Text: ({ text }) => text,
    Publication: ({ publication }) => publication,
    Published: ({ publishedFrom }) => publishedFrom,
    Event: ({ eventTitle }) => eventTitle,
  }),
  products: exportOf(listAdminProducts.query, findAdminProducts, {
    Id: ({ id }) => id,
    Name: ({ name }) => name,
    Description: ({ description }) => description,
    Price: ({ price }) => ({ cents: price }),
    Points: ({ points }) => points,
    Stock: ({ stock }) => stock,
    'Items per customer': ({ itemsPerCustomer }) => itemsPerCustomer,
    'VAT %': ({ vatPercent }) => vatPercent,
    State: ({ state }) => state,
    Publication: ({ publication }) => publication,
    Published: ({ publishedFrom }) => publishedFrom,
    Created: ({ createdAt }) => createdAt,
  }),
  artists: exportOf(listAdminArtists.query, findAdminArtists, {
    Id: ({ id }) => id,
    'First name': ({ firstName }) => firstName,
    'Last name': ({ lastName }) => lastName,
    'Stage name': ({ stageName }) => stageName,
    Description: ({ description }) => description,
    Shows: ({ shows }) => shows,
  }),
  locations: exportOf(listAdminLocations.query, findAdminLocations, {
    Id: ({ id }) => id,
    Name: ({ name }) => name,
    Address: ({ address }) => address,
    'Postal code': ({ postalCode }) => postalCode,
    City: ({ city }) => city,
    Country: ({ country }) => country,
    'Time zone': ({ timeZone }) => timeZone,
    Shows: ({ shows }) => shows,
  }),
  'seating-plans': exportOf(listAdminPlans.query, findAdminPlans, {
    Id: ({ id }) => id,
    Name: ({ name }) => name,
    Location: ({ locationName }) => locationName,
    Retired: ({ retiredAt }) => retiredAt,
  }),
  users: exportOf(listUsers.query, findUsers, {
    Id: ({ id }) => id,
    Email: ({ email }) => email,
    'First name': ({ firstName }) => firstName,
    'Last name': ({ lastName }) => lastName,
    Administrator: ({ isAdmin }) => isAdmin,
    Staff: ({ isStaff }) => isStaff,
    Locked: ({ isLocked }) => isLocked,
    'Second factor': ({ hasSecondFactor }) => hasSecondFactor,
  }),
  invoices: invoicesExport,
  'invoice-lines': linesExport,
  accounting: accountingExport,
  'owed-refunds': exportOf(z.object({}), findOwedRefunds, {
    Refund: ({ id }) => id,
    Payment: ({ paymentId }) => paymentId,
    'Paid by': ({ provider }) => provider,
    'Owed since': ({ owedSince }) => owedSince,
    Amount: ({ amount }) => ({ cents: amount }),
    Recipient: ({ recipient }) => recipient,
    IBAN: ({ iban }) => iban,
    'Refund invoice': ({ cancelInvoice }) => cancelInvoice,
    Reference: ({ reference }) => reference,
    'Payment file': ({ fileId }) => fileId,
  }),
  log: exportOf(listChanges.query, findEntries, {
    Id: ({ id }) => id,
    Time: ({ at }) => at,
    Person: ({ by }) => by?.email,
    Action: ({ action }) => action,
    Kind: ({ kind }) => kind,
    'Record id': ({ recordId }) => recordId,
    Record: ({ recordName }) => recordName,
    Changes: ({ changes }) =>
      changes.map(({ field, from, to }) => `${field}: ${valueText(field, from)} → ${valueText(field, to)}`).join('\n'),
    Reason: ({ reason }) => reason,
  }),
  figures: figuresExport,
  scans: scansExport,
}

function valueText(field: string, value: LoggedValue): string {
  return isAmount(field, value) ? decimal(value) : String(value ?? '')
}
