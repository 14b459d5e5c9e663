type Artist = { readonly stageName: string; readonly firstName: string; readonly lastName: string }

/** Returns the stage name, or first and last name when there is none. */
export function artistName({ stageName, firstName, lastName }: Artist): string {
  return stageName || `${firstName} ${lastName}`
}
