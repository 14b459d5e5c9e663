import type * as z from 'zod/mini'
import type { invoice } from '#contract/invoices.ts'

/** An invoice as the server shows it. */
export type Invoice = z.output<typeof invoice>
