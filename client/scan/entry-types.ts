import type { ReplyOf } from '#contract/endpoint.ts'
import type { getEntryDevice, postScan } from '#contract/entry.ts'

export type EntryDevice = ReplyOf<typeof getEntryDevice>
export type EntryShow = EntryDevice['shows'][number]
export type ScanAnswer = ReplyOf<typeof postScan>
