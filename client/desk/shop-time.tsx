import { useQuery } from '@tanstack/react-query'
import { zonedTimeText } from '#domain/time-zone-names.ts'
import { ownZone } from '#client/ui/moment.tsx'
import { deskSettingsQuery } from './shop-time.queries.ts'

/**
 * Returns a function that formats times of the desk in the zone of the shop, like its CSV files. It names the zone to a
 * browser in another one.
 */
export function useShopTime(): (at: string) => string {
  const { data } = useQuery(deskSettingsQuery)
  return (at) => (data ? zonedTimeText(at, data.timeZone, ownZone) : '…')
}

/** Shows a time of the desk in the zone of the shop. */
export function ShopTime({ at }: { readonly at: string }) {
  const textOf = useShopTime()
  return <time dateTime={at}>{textOf(at)}</time>
}
