import type { Address } from '#contract/pages.ts'

/** Returns the canonical address of one page of a list, without filters. */
export function listAddress(address: Address, { pageIndex }: { readonly pageIndex: number }): `/${string}` {
  return pageIndex > 0 ? `${address}?pageIndex=${pageIndex}` : address
}
