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

/** Tells whether a show is sold: visitors see it, and its sale has not ended. */
export function isOnSale(show: { isPublished: boolean; saleEndsAt: Date | null }, now: Date): boolean {
  return show.isPublished && (show.saleEndsAt === null || show.saleEndsAt > now)
}
