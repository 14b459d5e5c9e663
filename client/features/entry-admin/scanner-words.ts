import type { ShowEntry } from './entry-admin.queries.ts'
import { texts } from './entry-admin.texts.ts'

/** Describes a scanner in one line: gate, direction, rights and number of scans. */
export function placesOf({ gateName, direction, isSupervisor, scans }: ShowEntry['scanners'][number]): string {
  const parts = [gateName ?? texts.noGate, texts.directions[direction]]
  return [...parts, ...(isSupervisor ? [texts.supervisor] : []), texts.scans(scans)].join(' · ')
}
