import { Stack, Text, Title } from '@mantine/core'
import type { LocationDetail } from './shows.queries.ts'
import { texts } from './shows.texts.ts'
import classes from './location-plans.module.css'

type Plan = NonNullable<LocationDetail['plans']>[number]

const HEIGHT = 100

/** Draws the sectors of a location's seating plans. */
export function LocationPlans({ plans }: { readonly plans: readonly Plan[] }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="location-plans">
      <Title order={2} id="location-plans">
        {texts.plans(plans.length)}
      </Title>
      <ul className={classes['plans']}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Drawing plan={plan} />
            <Text fw={600} mt="xs">
              {plan.name}
            </Text>
            <Text size="sm" c="dimmed">
              {[texts.capacity(plan.capacity), ...namesOf(plan)].join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Drawing({ plan }: { readonly plan: Plan }) {
  const { x, y } = plan.focalPoint
  return (
    <svg viewBox={`-2 -2 ${HEIGHT * plan.aspect + 4} ${HEIGHT + 4}`} className={classes['drawing']} aria-hidden>
      {plan.sectors.map((sector) => (
        <polygon key={sector.id} points={cornersOf(sector, plan.aspect)} className={classes['sector']} />
      ))}
      <circle cx={x * plan.aspect} cy={y} r="2" className={classes['focus']} />
    </svg>
  )
}

const MOST_NAMES = 6

/** Returns the names of the sectors, if they are few enough to read. */
function namesOf({ sectors }: Plan): string[] {
  const names = [...new Set(sectors.map(({ name }) => name))]
  return names.length <= MOST_NAMES ? names : []
}

/** Returns the corners of a sector in hundredths of the plan's height. */
function cornersOf({ x, y, width, height, outline }: Plan['sectors'][number], aspect: number): string {
  const corners = outline ?? [0, 0, 100, 0, 100, 100, 0, 100]
  return corners
    .map((corner, at) => (at % 2 === 0 ? (x + (corner * width) / 100) * aspect : y + (corner * height) / 100))
    .map((corner) => corner.toFixed(2))
    .join(' ')
}
