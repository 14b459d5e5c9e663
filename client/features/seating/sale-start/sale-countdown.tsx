import { Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSaleFromText } from '#domain/shows/programme-words.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { planQuery } from '../seating.queries.ts'
import type { Show } from '../show-header.tsx'
import { arrivalQuery } from '../waiting-room/waiting-room.queries.ts'
import { announcedSeconds, timeLeftOf } from './countdown.ts'
import { saleStartQuery } from './sale-start.queries.ts'
import { texts } from './sale-start.texts.ts'
import { useCountdown } from './use-countdown.ts'
import classes from './sale-countdown.module.css'

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

/** Spreads the requests for the plan, which the browser keeps until the sale starts, in milliseconds. */
const PLAN_WITHIN_MS = 20_000

/** Spreads the arrivals of pages that were opened at the same time, in milliseconds. */
const LOT_WITHIN_MS = 2_000
const LOT_REFRESH_MS = 60_000
/** After the start, a shop with two processors answers about 500 pages a second. */
const SPREAD_MS_PER_PERSON = 2

type Props = {
  readonly show: Show
  /** Called when the sale has started. */
  readonly onOpen: () => void
}

/** Counts down to the sale of a show, in the time of its venue and by the clock of the shop. */
export function SaleCountdown({ show, onOpen }: Props) {
  const { timeZone } = show.location
  const { data: start } = useQuery(saleStartQuery(show.id))
  // A sale without a start is open.
  const lotSize = useLot(show)
  const left = useCountdown(start === null ? 0 : start?.startsAt, onOpen, lotSize * SPREAD_MS_PER_PERSON)
  usePlanBefore(show)
  const saleStartsAt = start?.saleStartsAt ?? show.saleStartsAt
  const announced = left === undefined || left <= 0 ? undefined : announcedSeconds(left)
  return (
    <Card as="section" aria-label={texts.heading} className={classes['countdown'] ?? ''}>
      <Title order={2} size="h3">
        {texts.heading}
      </Title>
      {saleStartsAt !== undefined && (
        <div>
          <Text fw={600}>
            <time dateTime={saleStartsAt}>{onSaleFromText(saleStartsAt, timeZone)}</time>
          </Text>
          <Text size="sm" c="dimmed">
            {texts.venueTime(timeZone)}
          </Text>
        </div>
      )}
      <Digits left={left} />
      <Text maw="34rem">{left !== undefined && left <= 0 ? texts.started : texts.opens}</Text>
      {lotSize > 0 && (
        <Text maw="34rem" size="sm" c="dimmed">
          {texts.inLot(lotSize)}
        </Text>
      )}
      <VisuallyHidden component="output">
        {left !== undefined && left <= 0 ? texts.started : announced !== undefined && texts.startsIn(announced)}
      </VisuallyHidden>
    </Card>
  )
}

function Digits({ left }: { readonly left: number | undefined }) {
  const parts = timeLeftOf(left ?? 0)
  return (
    <div className={classes['digits']} role="timer">
      {UNITS.map((unit) => (
        <div key={unit} className={classes['part']}>
          <span className={classes['number']}>{left === undefined ? '–' : String(parts[unit]).padStart(2, '0')}</span>
          <span className={classes['unit']}>{texts.units[unit]}</span>
        </div>
      ))}
    </div>
  )
}

/** Takes part in the draw for the order of the line. Returns how many do, 0 where there is none. */
function useLot({ id }: Show): number {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), Math.random() * LOT_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...arrivalQuery(id), enabled: isDue, refetchInterval: LOT_REFRESH_MS })
  return data?.state === 'LOT' ? data.line.lotSize : 0
}

/** Loads the plan at some time before the sale starts. */
function usePlanBefore({ id, seatingPlan: { version } }: Show): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => void client.prefetchQuery(planQuery(id, version)), Math.random() * PLAN_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [client, id, version])
}
