type Artist = { readonly stageName: string; readonly firstName: string; readonly lastName: string }

/** What an artist is called: the stage name, or else first and last name. */
export function artistName({ stageName, firstName, lastName }: Artist): string {
  return stageName || `${firstName} ${lastName}`
}
