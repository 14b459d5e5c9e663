import type { Address } from '#contract/pages.ts'

/** The address of one page of a list. Search engines need not know every filter. */
export function listAddress(address: Address, { pageIndex }: { readonly pageIndex: number }): `/${string}` {
  return pageIndex > 0 ? `${address}?pageIndex=${pageIndex}` : address
}
