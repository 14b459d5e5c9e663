import classes from './figures-table.module.css'

type Cells = readonly (string | number)[]

type Props = {
  readonly label: string
  readonly head: readonly string[]
  /** Rows of a name and figures. Names are unique. */
  readonly rows: readonly Cells[]
  readonly foot?: Cells
}

/** Shows figures by name in a table that scrolls sideways on narrow screens. */
export function FiguresTable({ label, head, rows, foot }: Props) {
  return (
    <div className={classes['frame']}>
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
          {rows.map((row) => (
            <Row key={row[0]} cells={row} />
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <Row cells={foot} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Row({ cells: [name, ...figures] }: { readonly cells: Cells }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {figures.map((figure, index) => (
        <td key={index}>{figure}</td>
      ))}
    </tr>
  )
}
