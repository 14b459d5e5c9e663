/** Guards of backups and restores. */
export const backups = [
  {
    name: 'backups are ordered by their number',
    file: 'server/db/backup/backup-folder.ts',
    code: 'if (byNumber !== 0)',
    without: 'if (byNumber !== byNumber)',
    tests: 'server/db/backup/restores.test.ts',
  },
  {
    name: 'the latest state is that of the newest history',
    file: 'server/db/backup/restore-backup.ts',
    code: 'backup.history === newest?.history',
    without: 'backup !== undefined || newest !== undefined',
    tests: 'server/db/backup/restores.test.ts',
  },
  {
    name: 'backup: work on a disk has a time limit',
    file: 'server/db/backup/disk.ts',
    code: 'Promise.race([working, limit])',
    without: 'working',
    tests: 'server/db/backup/hanging-disk.test.ts',
  },
  {
    name: 'backup: one thread waits for a disk',
    file: 'server/db/backup/disk.ts',
    code: 'if (this.#hanging) throw hangs()',
    without: 'if (this.#hanging === null) throw hangs()',
    tests: 'server/db/backup/hanging-disk.test.ts',
  },
  {
    name: 'backup: a new one counts once the shop has added changes',
    file: 'server/db/backup/await-changes.ts',
    code: 'if (Date.now() > deadline)',
    without: 'if (Date.now() > deadline + 100_000)',
    tests: 'server/db/backup/hanging-disk.test.ts',
  },
  {
    name: 'backup: folders of others are left out',
    file: 'server/db/backup/backup-folder.ts',
    code: 'if (isForbidden(error) && !STAMP.test(name))',
    without: 'if (isMissing(error) && !STAMP.test(name))',
    tests: 'server/db/backup/refused-folders.test.ts',
  },
  {
    name: 'backup: an unreadable backup is not left out',
    file: 'server/db/backup/backup-folder.ts',
    code: 'isForbidden(error) && !STAMP.test(name)',
    without: 'isForbidden(error)',
    tests: 'server/db/backup/refused-folders.test.ts',
  },
]
