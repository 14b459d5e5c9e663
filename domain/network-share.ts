/**
 * Returns how much of something unpaid orders or reservations of one client network may hold: a share in percent, but
 * never less than one customer may hold (`least`).
 */
export function maxOfNetwork(all: number, sharePercent: number, least: number): number {
  return Math.max(Math.floor((all * sharePercent) / 100), least)
}
