import type { SeatPreviewProps } from '#client/features/seating/preview/seat-preview.tsx'
import { lazyPart } from '#client/shell/lazy-part.tsx'

/** Loads the preview of a seating plan with the seat picker, for pages of other features. */
export const LazySeatPreview = lazyPart<SeatPreviewProps>(
  async () => (await import('#client/features/seating/preview/seat-preview.tsx')).SeatPreview,
)
