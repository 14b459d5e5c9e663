/** The address of one page of a list. Search engines need not know every filter. */
export function listAddress(path: string, { pageIndex }: { readonly pageIndex: number }): string {
  return pageIndex > 0 ? `${path}?pageIndex=${pageIndex}` : path
}
