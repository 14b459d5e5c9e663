import { SegmentedControl, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Suspense, useState } from 'react'
import type { EventType } from '#domain/event-types.ts'
import type { SeatAvailability } from './seat-availability.ts'
import { SeatLegend } from './seat-legend.tsx'
import { SeatList } from './seat-list/seat-list.tsx'
import { preloadSeatMap, SeatMap } from './seat-map/load-seat-map.ts'
import { focusOf, texts } from './seating.texts.ts'
import type { Choice } from './use-seat-choice.ts'
import classes from './seat-picker.module.css'

/** Where colours are the reader's own, or there is little room, words say more than a picture. */
const WORDS_FIRST = '(forced-colors: active), (max-width: 20rem)'

type View = 'map' | 'list'

const firstView = (): View => (matchMedia(WORDS_FIRST).matches ? 'list' : 'map')

const views = [
  { value: 'map', label: texts.map },
  { value: 'list', label: texts.list },
]

/** Fetches what the first view needs while the plan is still on its way. */
export function preloadPicker(): void {
  if (firstView() === 'map') preloadSeatMap()
}

type Props = {
  readonly availability: SeatAvailability
  readonly choice: Choice
  readonly eventType: EventType
  /** Whether there is still something to choose for. */
  readonly isOpen: boolean
}

/** The plan to choose from, as a map or as a list: two views of the same places and the same choice. */
export function SeatPicker({ availability, choice, eventType, isOpen }: Props) {
  const [view, setView] = useState(firstView)
  return (
    <section className={classes['picker']} aria-label={texts.plan}>
      <div className={classes['head']}>
        <SegmentedControl
          aria-label={texts.view}
          data={views}
          value={view}
          onChange={(value) => setView(value === 'list' ? 'list' : 'map')}
        />
        {view === 'map' && isOpen && (
          <Text size="sm" c="dimmed" aria-hidden>
            {texts.hint}
          </Text>
        )}
      </div>
      {view === 'map' ? (
        <>
          <VisuallyHidden>{texts.mapIsForEyes}</VisuallyHidden>
          <div className={classes['map']}>
            <Suspense fallback={<Skeleton h="100%" />}>
              <SeatMap
                availability={availability}
                focus={focusOf[eventType]}
                chosen={choice.chosen}
                onPlace={choice.point}
              />
            </Suspense>
          </div>
          <SeatLegend model={availability.model} />
        </>
      ) : (
        <SeatList availability={availability} choice={choice} />
      )}
    </section>
  )
}
