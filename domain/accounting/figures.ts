const NAMES = [
  'ticketsSold',
  'ticketsRefunded',
  'sales',
  'refunds',
  'turnover',
  'net',
  'pointsIssued',
  'pointsWithdrawn',
  'pointsSpent',
] as const

/** Figures of a day, or of days together. Amounts in cents. */
export type DayFigures = Record<(typeof NAMES)[number], number>

/** Adds up the figures of days. */
export function totalOf<Day extends DayFigures>(days: readonly Day[]): Pick<Day, (typeof NAMES)[number]> {
  const total = Object.fromEntries(NAMES.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)]))
  return total as Pick<Day, (typeof NAMES)[number]>
}
