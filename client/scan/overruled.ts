import { canOverrule, type ScanDirection } from '#domain/entry/entry.ts'
import { type Judgement, passing } from '#domain/entry/entry-verdicts.ts'

type Scan = { readonly direction: ScanDirection; readonly overruled?: string }

/**
 * Lets a supervisor's reason overrule a judgement of the phone, as the server would: not for a ticket that has ended.
 * It also answers an open question.
 */
export function overruled(judgement: Judgement | 'ASK' | 'UNVERIFIED', scan: Scan): Judgement {
  if (typeof judgement === 'string') return passing(scan.direction)
  const isOverruled = scan.overruled !== undefined && judgement.reason !== null && canOverrule(judgement.reason)
  return isOverruled ? passing(scan.direction) : judgement
}
