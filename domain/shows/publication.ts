import type { FieldProblem } from '../problem.ts'

/** The states of an event, a show, a product or a news article on its way to the visitors. */
export const PUBLICATION_STATES = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'OFF_SALE'] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]

/** A decision about publishing: as a draft, from a time, or at once. */
export type PublicationChoice = { isDraft?: boolean | undefined; publishedFrom?: Date | undefined }

/**
 * Returns the time from which visitors see a record, null for a draft. A record that is public already keeps its time
 * when it is published at once.
 */
export function publishedFromOf(
  { isDraft, publishedFrom }: PublicationChoice,
  now: Date,
  before: Date | null = null,
): Date | null {
  if (isDraft) return null
  if (publishedFrom) return publishedFrom
  return before && before <= now ? before : now
}

/** Messages about the start of a sale, at its field. */
export const saleStartMessages = {
  afterShow: 'The sale must start before the show does',
  afterEnd: 'The sale must start before it ends',
  /** At the start of a show that moves. */
  showBeforeSale: 'The show must start after its sale does',
  endBeforeSale: 'The end of the sale moves with the show, and would be before the sale starts',
}

type SaleTimes = { startTime: Date; saleStartsAt?: Date | null | undefined; saleEndsAt?: Date | null | undefined }

/** Lists what is wrong with the start of a show's sale: it is before the end of the sale, and before the show. */
export function objectionsToSaleStart({ startTime, saleStartsAt, saleEndsAt }: SaleTimes): FieldProblem[] {
  const field = 'saleStartsAt'
  if (!saleStartsAt) return []
  if (saleStartsAt >= startTime) return [{ field, message: saleStartMessages.afterShow }]
  return saleEndsAt && saleStartsAt >= saleEndsAt ? [{ field, message: saleStartMessages.afterEnd }] : []
}

/** Returns the end of a show's sale after a move of its start: as long before it, unless the sale has ended. */
export function movedSaleEnd(
  { startTime, saleEndsAt }: { startTime: Date; saleEndsAt: Date | null },
  to: Date,
  now: Date,
): Date | null {
  if (!saleEndsAt || saleEndsAt <= now) return saleEndsAt
  return new Date(saleEndsAt.getTime() + to.getTime() - startTime.getTime())
}

/** Tells whether a show is sold: visitors see it, and its sale has not ended. */
export function isOnSale(show: { isPublished: boolean; saleEndsAt: Date | null }, now: Date): boolean {
  return show.isPublished && (show.saleEndsAt === null || show.saleEndsAt > now)
}
