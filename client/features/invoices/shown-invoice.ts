import type * as z from 'zod/mini'
import type { invoice } from '#contract/invoices.ts'

/** An invoice of the API. */
export type Invoice = z.output<typeof invoice>
