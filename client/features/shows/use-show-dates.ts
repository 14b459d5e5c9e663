import { useState } from 'react'
import * as z from 'zod/mini'
import { showSearch } from '#contract/shows.ts'

/** The state of a list of shows: those to come, or with `when=past` those that are over. */
export const datedShows = z.extend(showSearch, { when: z.optional(z.enum(['past'])) })

type Dates = { startDate?: string | undefined; endDate?: string | undefined }

/** Which dates to ask for: whoever names none wants what is still to come, counted from when the page was opened. */
export function useShowDates(asked: Dates & { when?: 'past' | undefined }): Dates {
  const [openedAt] = useState(() => new Date().toISOString())
  if (asked.when === 'past') return { endDate: openedAt }
  const { startDate, endDate } = asked
  return startDate || endDate ? { startDate, endDate } : { startDate: openedAt }
}
