import { pages } from '#contract/pages.ts'
import type { EntryKind } from '#domain/change-log.ts'
import { TextLink } from '#client/ui/links.tsx'
import { isAdmitted } from '#client/address/guard.ts'
import { useSession } from '#client/session.ts'

type Props = {
  readonly kind: EntryKind
  readonly id: number
  /** The record, for screen readers, where a page has several. */
  readonly name?: string
}

/** Links to the log of a record. Shows nothing to those who may not read the log. */
export function LogLink({ kind, id, name }: Props) {
  const { role } = useSession()
  if (!isAdmitted(role, pages.changeLog.access)) return null
  return (
    <TextLink
      to={pages.changeLog.href()}
      search={{ book: 'ALL', kind, recordId: id }}
      size="sm"
      {...(name !== undefined && { 'aria-label': `Log of changes of ${name}` })}
    >
      Log of changes
    </TextLink>
  )
}
