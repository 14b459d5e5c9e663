import * as z from 'zod/mini'

/** How places are taken. Closed sectors do not count as free. */
export const placeCounts = { sold: z.number(), reserved: z.number(), held: z.number(), free: z.number() }
