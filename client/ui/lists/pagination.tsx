import { Pagination } from '@mantine/core'
import '@mantine/core/styles/Pagination.layer.css'
import classes from './pagination.module.css'

type Props = {
  readonly total: number
  readonly pageSize: number
  readonly pageIndex: number
  readonly onGo: (pageIndex: number) => void
  /** The accessible name. */
  readonly label?: string
  /** Whether to use small buttons. */
  readonly isSmall?: boolean
}

/** Shows up to seven page buttons with ellipses. Renders nothing for a single page. */
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
        classNames={{ control: classes['control'] }}
      />
    </nav>
  )
}
