import type { Artist } from '#contract/artists.ts'

/** What an artist is called: the stage name, or else first and last name. */
export function artistName({ stageName, firstName, lastName }: Artist): string {
  return stageName || `${firstName} ${lastName}`
}
