import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cents, type Cents, euro } from '#domain/money.ts'
import { numberText } from '#domain/number-text.ts'
import { sectorPrice } from '#domain/sector-price.ts'
import type { SeatingPlanId } from '#domain/ids.ts'
import { FiguresTable } from '#client/desk/figures-table.tsx'
import { planSectorsQuery } from '#client/desk/plan.queries.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { texts } from './series.texts.ts'

type Props = {
  readonly planId: SeatingPlanId
  /** The price of the show. */
  readonly price: Cents
  readonly shows: number
  /** Called by the button for the preview. */
  readonly onPreview: () => void
}

/** Shows the sectors of a plan with their places, prices in euro, and what a sold-out show brings. */
export function PlanRevenue({ planId, price, shows, onPreview }: Props) {
  const { data } = useQuery(planSectorsQuery(planId))
  if (!data) return null
  const rows = data.sectors.map(({ name, isAvailable, pricePercent, places }) => ({
    name,
    isAvailable,
    places: isAvailable ? places : 0,
    price: sectorPrice(price, pricePercent),
  }))
  const capacity = rows.reduce((sum, { places }) => sum + places, 0)
  const revenue = cents(rows.reduce((sum, row) => sum + row.places * row.price, 0))
  return (
    <Card as="section">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {texts.seatsAndPrices}
          </Title>
          <Button variant="default" onClick={onPreview}>
            {texts.preview}
          </Button>
        </Group>
        <FiguresTable
          label={texts.seatsAndPrices}
          head={[texts.sector, texts.places, texts.price, texts.revenue]}
          rows={rows.map((row) => [
            row.name,
            row.isAvailable ? numberText(row.places) : texts.closed,
            euro(row.price),
            euro(cents(row.places * row.price)),
          ])}
          foot={[texts.total, numberText(capacity), '', euro(revenue)]}
        />
        {shows > 1 && <Text size="sm">{texts.ofSeries(shows, euro(cents(revenue * shows)))}</Text>}
      </Stack>
    </Card>
  )
}
