import type { ReactNode } from 'react'
import classes from './figures-table.module.css'

type Cells = readonly (string | number)[]

type Props = {
  readonly label: string
  readonly head: readonly string[]
  /** Rows of a name and figures. Names are unique. */
  readonly rows: readonly Cells[]
  readonly foot?: Cells
  /** Links of the rows, instead of their names. */
  readonly links?: readonly ReactNode[]
  /** Shares of the rows from 0 to 1, drawn as bars below their names. */
  readonly shares?: readonly number[]
  /** Limits the height on the screen. The rest scrolls. */
  readonly isLong?: boolean
}

/** Shows figures by name in a table that scrolls sideways on narrow screens. */
export function FiguresTable({ label, head, rows, foot, links, shares, isLong }: Props) {
  return (
    // Keyboards scroll the focused region.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['frame']} data-long={isLong || undefined} aria-label={`Table: ${label}`} tabIndex={0}>
      <table aria-label={label} className={classes['table']}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row[0]} cells={row} link={links?.[index]} share={shares?.[index]} />
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <Row cells={foot} />
          </tfoot>
        )}
      </table>
    </section>
  )
}

type RowProps = { readonly cells: Cells; readonly link?: ReactNode; readonly share?: number | undefined }

function Row({ cells: [name, ...figures], link, share }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {link ?? name}
        {share !== undefined && (
          <div className={classes['bar']} aria-hidden>
            <div style={{ width: `${100 * share}%` }} />
          </div>
        )}
      </th>
      {figures.map((figure, index) => (
        <td key={index}>{figure}</td>
      ))}
    </tr>
  )
}
