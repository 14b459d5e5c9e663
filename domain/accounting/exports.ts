/** The lists of the desk that can be exported. */
export const EXPORTS = [
  'events',
  'shows',
  'news',
  'products',
  'artists',
  'locations',
  'seating-plans',
  'users',
  'invoices',
  'invoice-lines',
  'accounting',
  'owed-refunds',
  'log',
  'figures',
  'scans',
] as const
export type ExportName = (typeof EXPORTS)[number]
