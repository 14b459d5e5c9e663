/** A file that is no statement, with a sentence for the administrator. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
}
