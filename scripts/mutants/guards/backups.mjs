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
]
