import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { euro } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import type { Figures } from './figures.queries.ts'
import { texts } from './figures.texts.ts'

type Sums = Omit<Figures['types'][number], 'type'>
type Row = Sums & { readonly name: string; readonly link?: ReactNode }

type Props = { readonly label: string; readonly nameOf: string; readonly rows: readonly Row[]; readonly total?: Sums }

/** Shows sums by name in a table, with a bar for the turnover of each. */
export function FiguresByName({ label, nameOf, rows, total }: Props) {
  if (rows.length === 0) return null
  const most = Math.max(1, ...rows.map(({ turnover }) => turnover))
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {label}
      </Title>
      <FiguresTable
        label={label}
        head={[nameOf, texts.tickets, texts.sales, texts.refunds, texts.turnover, texts.net]}
        rows={rows.map((row) => [row.name, ...cellsOf(row)])}
        links={rows.map(({ link }) => link)}
        shares={rows.map(({ turnover }) => Math.max(0, turnover) / most)}
        {...(total && { foot: [texts.total, ...cellsOf(total)] })}
      />
    </Card>
  )
}

function cellsOf({ ticketsSold, sales, refunds, turnover, net }: Sums): string[] {
  return [numberText(ticketsSold), ...[sales, refunds, turnover, net].map(euro)]
}
