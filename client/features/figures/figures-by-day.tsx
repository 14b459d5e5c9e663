import { Title } from '@mantine/core'
import { displayedDay } from '#domain/time/displayed-day.ts'
import { totalOf } from '#domain/accounting/figures.ts'
import { euro } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { DayChart } from '#client/desk/day-chart.tsx'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import type { Figures } from './figures.queries.ts'
import { texts } from './figures.texts.ts'

type Day = Figures['days'][number]

/** The longest period that is shown by days. Longer ones are shown by months. */
const MAX_DAYS = 92
const MONTH_LENGTH = 'yyyy-mm'.length

/** Shows sales and refunds over time, as a chart and as a table. */
export function FiguresByDay({ days }: { readonly days: readonly Day[] }) {
  const isByMonth = days.length > MAX_DAYS
  const label = isByMonth ? texts.byMonth : texts.byDay
  const rows = isByMonth ? monthsOf(days) : days
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="sm">
        {label}
      </Title>
      <DayChart
        label={label}
        names={{ up: texts.sales, down: texts.refunds }}
        bars={rows.map(({ day, sales, refunds }) => ({ name: displayedDay(day), up: sales, down: refunds }))}
      />
      <FiguresTable
        label={label}
        isLong
        head={[
          isByMonth ? texts.month : texts.day,
          texts.tickets,
          texts.sales,
          texts.refunds,
          texts.turnover,
          texts.net,
          texts.issued,
          texts.spent,
        ]}
        rows={rows.toReversed().map((row) => [displayedDay(row.day), ...cellsOf(row)])}
        foot={[texts.total, ...cellsOf(totalOf(days))]}
      />
    </Card>
  )
}

function cellsOf(row: Omit<Day, 'day'>): string[] {
  const { ticketsSold, sales, refunds, turnover, net, pointsIssued, pointsSpent } = row
  return [
    numberText(ticketsSold),
    ...[sales, refunds, turnover, net].map(euro),
    numberText(pointsIssued),
    numberText(pointsSpent),
  ]
}

function monthsOf(days: readonly Day[]): Day[] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, MONTH_LENGTH))
  return [...months].map(([month, inMonth]) => ({ day: month, ...totalOf(inMonth) }))
}
