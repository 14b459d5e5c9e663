import { useEffect, useEffectEvent, useState } from 'react'

type Shown = { readonly total: number; readonly rowCount: number; readonly isPlaceholder: boolean }

type Settings = {
  /** The loaded part of the list; undefined before the first load. */
  readonly shown: Shown | undefined
  readonly pageSize: number
  readonly pageIndex: number
  readonly onLeave: (lastPageIndex: number) => void
}

/** Detects that all rows of a page were removed and goes to the last page. Ignores pages that never had rows. */
export function useEmptiedPage({ shown, pageSize, pageIndex, onLeave }: Settings): boolean {
  const [filledPage, setFilledPage] = useState<number>()
  const isHere = shown !== undefined && !shown.isPlaceholder
  if (isHere && shown.rowCount > 0 && filledPage !== pageIndex) setFilledPage(pageIndex)
  const last = Math.max(0, Math.ceil((shown?.total ?? 0) / pageSize) - 1)
  const isEmptied = isHere && shown.rowCount === 0 && last < pageIndex && filledPage === pageIndex
  const leave = useEffectEvent(() => onLeave(last))
  useEffect(() => {
    if (isEmptied) leave()
  }, [isEmptied])
  return isEmptied
}
