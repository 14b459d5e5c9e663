/**
 * `copied`: these data are a copy of those of the backup. `shared`: another shop writes into it. `ahead`: it has
 * changes that these data do not have.
 */
type ForeignReason = 'copied' | 'shared' | 'ahead'

const WHY: Readonly<Record<ForeignReason, string>> = {
  copied:
    'DATA_DIR is a copy of the one for which it was made, or was moved to another disk. Run "npm run backup" for this shop, into another folder.',
  shared:
    'a shop on a copy of DATA_DIR writes into it, or did so last, or DATA_DIR was set back to a state before the last start of the shop. Run "npm run backup" for this shop, into another folder.',
  ahead:
    'it has changes that this database does not have, because a copy of DATA_DIR wrote into it, or DATA_DIR was set back to an earlier state. Run "npm run backup" again.',
}

/** A backup has changes of other data, or is about to get them, so that those of this shop must not be added. */
export class ForeignBackupError extends Error {
  override readonly name = 'ForeignBackupError'
  readonly reason: ForeignReason

  constructor(reason: ForeignReason) {
    super(WHY[reason])
    this.reason = reason
  }
}

/** Describes for the operator why a backup gets no changes of this shop. */
export const refusalOf = (folder: string, { message }: ForeignBackupError) =>
  `The backup in ${folder} gets no changes of this shop: ${message}`
