import { List, Text, Title } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pages } from '#contract/pages.ts'
import type { LocationId } from '#domain/ids.ts'
import { counted } from '#domain/number-text.ts'
import { showNameOf } from '#domain/shows/show-name.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { plansOfQuery, type ShowsOf, showsOfQuery } from './used-by.queries.ts'

type Props = {
  /** The kind of record, such as "artist". */
  readonly what: string
  readonly shows: number
  readonly showsOf: ShowsOf
  readonly plans?: number
  readonly plansOf?: LocationId
}

const texts = {
  title: 'In use',
  why: (what: string) => `This ${what} can't be deleted as long as it is used:`,
  allShows: (count: number) => `All ${counted(count, 'show', 'shows')}`,
  allPlans: (count: number) => `All ${counted(count, 'seating plan', 'seating plans')}`,
}

/** Names and links the shows and seating plans because of which a record can't be deleted. */
export function UsedBy({ what, shows, showsOf, plans = 0, plansOf }: Props) {
  if (shows + plans === 0) return null
  return (
    <Card as="section" aria-labelledby="in-use">
      <Title order={2} size="h4" id="in-use">
        {texts.title}
      </Title>
      <Text size="sm" mb="xs">
        {texts.why(what)}
      </Text>
      {plansOf !== undefined && plans > 0 && <Plans locationId={plansOf} count={plans} />}
      {shows > 0 && <Shows of={showsOf} count={shows} />}
    </Card>
  )
}

function Shows({ of, count }: { readonly of: ShowsOf; readonly count: number }) {
  const { data } = useQuery(showsOfQuery(of))
  return (
    <Uses
      names={data?.elements.map((show) => ({
        id: show.id,
        name: (
          <>
            <TextLink to={pages.editShow.href(show)} inherit>
              {showNameOf({ eventTitle: show.event.title, name: show.name })}
            </TextLink>
            {', '}
            <Moment at={show.startTime} zone={show.location.timeZone} />
          </>
        ),
      }))}
      count={count}
      all={
        <TextLink to={pages.adminShows.href()} search={of} inherit>
          {texts.allShows(count)}
        </TextLink>
      }
    />
  )
}

function Plans({ locationId, count }: { readonly locationId: LocationId; readonly count: number }) {
  const { data } = useQuery(plansOfQuery(locationId))
  return (
    <Uses
      names={data?.elements.map((plan) => ({
        id: plan.id,
        name: (
          <TextLink to={pages.editPlan.href(plan)} inherit>
            {plan.name}
          </TextLink>
        ),
      }))}
      count={count}
      all={
        <TextLink to={pages.seatingPlans.href()} search={{ locationId }} inherit>
          {texts.allPlans(count)}
        </TextLink>
      }
    />
  )
}

type UsesProps = {
  readonly names: readonly { readonly id: number; readonly name: ReactNode }[] | undefined
  readonly count: number
  /** The link to all of them. */
  readonly all: ReactNode
}

function Uses({ names = [], count, all }: UsesProps) {
  return (
    <List size="sm" mb="xs">
      {names.map(({ id, name }) => (
        <List.Item key={id}>{name}</List.Item>
      ))}
      {count > names.length && <List.Item>{all}</List.Item>}
    </List>
  )
}
