/** Stores received WAL, and reads whether another process writes into the backup. */
export const SYNC_EVERY_MS = 1_000
/** Writes until when a backup contains all changes. */
export const COVERED_EVERY_MS = 5_000
/** Also a busy disk answers within this time. */
export const DISK_ANSWERS_WITHIN_MS = 30_000
/** A shop that writes into a backup is silent for no longer, also on a disk that hangs as long as it may. */
export const WATCH_MS = DISK_ANSWERS_WITHIN_MS + COVERED_EVERY_MS + 10_000
