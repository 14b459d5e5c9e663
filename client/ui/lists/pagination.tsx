import { Pagination } from '@mantine/core'
import '@mantine/core/styles/Pagination.layer.css'
import classes from './pagination.module.css'

type Props = {
  readonly total: number
  readonly pageSize: number
  readonly pageIndex: number
  readonly onGo: (pageIndex: number) => void
  /** What is paged, for who cannot see it. */
  readonly label?: string
  /** For where there is little room. */
  readonly isSmall?: boolean
}

/** Up to seven page buttons, with ellipses for what is between. Nothing when there is only one page. */
export function ListPagination({ total, pageSize, pageIndex, onGo, label = 'Pages', isSmall = false }: Props) {
  const count = Math.ceil(total / pageSize)
  if (count <= 1) return null
  return (
    <nav aria-label={label} className={classes['pages']}>
      <Pagination
        total={count}
        value={pageIndex + 1}
        onChange={(page) => onGo(page - 1)}
        size={isSmall ? 'sm' : 'md'}
        gap={isSmall ? 2 : 4}
      />
    </nav>
  )
}
