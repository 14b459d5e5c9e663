import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { EventType } from '#domain/shows/event-types.ts'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { browserIsIdle } from '#client/shell/browser-is-idle.ts'
import { lazyPart } from '#client/shell/lazy-part.tsx'
import type { SeatAvailability } from './seat-availability.ts'
import { PlanSkeleton } from './plan-skeleton.tsx'
import { PriceFilter } from './seat-finder/price-filter.tsx'
import { FinderAnswer } from './seat-finder/finder-answer.tsx'
import { SeatFinder } from './seat-finder/seat-finder.tsx'
import { searchCode, useSeatFinder } from './seat-finder/use-seat-finder.ts'
import { SeatLegend } from './seat-legend.tsx'
import { SectorKey, SectorNumbers } from './sector-key.tsx'
import type { Drawn } from './seat-map/map-options.ts'
import { preloadSeatMap, SeatMap, type FullMap } from './seat-map/seat-map.tsx'
import { focusOf, texts } from './seating.texts.ts'
import type { Choice } from './use-seat-choice.ts'
import { ViewSwitch, type SeatView } from './view-switch.tsx'
import classes from './seat-picker.module.css'

// With the code that finds seats, so that a key pressed after F meets the next free seat.
const SeatList = lazyPart(async () => {
  const [{ SeatList: Content }] = await Promise.all([import('./seat-list/seat-list.tsx'), searchCode.fetch()])
  return Content
})
const preloadSeatList = () => void SeatList.preload().catch(() => undefined)

/** The media query for starting with the list: forced colours or a very narrow screen. */
const LIST_FIRST = '(forced-colors: active), (max-width: 20rem)'

const firstView = (): SeatView => (matchMedia(LIST_FIRST).matches ? 'list' : 'map')

// Loads the code of the first view in parallel with the plan, in a task of its own. The view itself reports a failure.
setTimeout(firstView() === 'map' ? preloadSeatMap : preloadSeatList)

type Props = {
  readonly availability: SeatAvailability
  readonly choice: Choice
  readonly eventType: EventType
  /** Whether the show has not started yet. */
  readonly isOpen: boolean
  /** Whether the stream of changes is interrupted. */
  readonly isInterrupted: boolean
  readonly fullMap: FullMap
  /** Reloads the plan; given only if loading it failed. */
  readonly onRetry: (() => unknown) | undefined
  /** Called after choosing the best places by keyboard, because the map cannot take the focus. */
  readonly onChosen: () => void
}

/** The plan as a map or as a list: two views of the same places and the same choice. */
export function SeatPicker({ availability, choice, eventType, isOpen, isInterrupted, onRetry, ...props }: Props) {
  const { fullMap, onChosen } = props
  const picker = useRef<HTMLElement>(null)
  const [view, setView] = useState(firstView)
  const finder = useSeatFinder({ availability, choice, eventType })
  const { isWaiting } = choice.limits
  const [initialSpotlight, setInitialSpotlight] = useState(finder.spotlight)
  const [hasSkipped, setSkipped] = useState(false)
  const [drawn, setDrawn] = useState<Drawn>()
  const [isKeyOpen, setKeyOpen] = useState(false)
  const keyed = drawn?.keyed ?? []

  useEffect(() => {
    if (!isWaiting) void browserIsIdle().then(preloadSeatList)
  }, [isWaiting])

  async function chooseBest(byKeyboard: boolean) {
    if ((await finder.chooseBest()) && byKeyboard && view === 'map') onChosen()
  }

  function changeView(next: SeatView, isSkipping = false) {
    setView(next)
    setSkipped(isSkipping)
    setInitialSpotlight(finder.spotlight)
    // The button disappears with the focus, which the list takes when it has arrived.
    if (isSkipping) picker.current?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    if (event.key === 'b' || event.key === 'B') void chooseBest(true)
    else if (event.key === 'f' || event.key === 'F') finder.showNextFree()
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys bubble up
    <section
      ref={picker}
      tabIndex={-1}
      className={classes['picker']}
      aria-label={texts.plan}
      aria-busy={isWaiting && !onRetry}
      data-full={fullMap.isFull && view === 'map'}
      onKeyDown={isOpen ? onKeyDown : undefined}
    >
      {view === 'map' && (
        <button type="button" className={classes['skip']} onClick={() => changeView('list', true)}>
          {texts.skipToList}
        </button>
      )}
      <div className={classes['head']}>
        <ViewSwitch view={view} onPreload={preloadSeatList} onChange={(next) => changeView(next)} />
        {isOpen && (
          <SeatFinder
            model={availability.model}
            finder={finder}
            onSearch={(byKeyboard) => void chooseBest(byKeyboard)}
          />
        )}
      </div>
      {isOpen && <PriceFilter availability={availability} finder={finder} />}
      {isOpen && (
        <FinderAnswer
          availability={availability}
          finder={finder}
          isInterrupted={isInterrupted}
          isSilent={isWaiting}
          isSticky={view === 'list'}
        />
      )}
      {onRetry ? (
        <LoadFailed
          text={texts.failed}
          onRetry={() => {
            // The button disappears with the focus.
            picker.current?.focus()
            void onRetry()
          }}
        />
      ) : view === 'map' ? (
        <>
          <VisuallyHidden>
            {texts.mapIsForEyes} {finder.canTakeMore && texts.keys}
          </VisuallyHidden>
          <div className={classes['map']}>
            <SeatMap
              availability={availability}
              focus={focusOf[eventType]}
              chosen={choice.chosen.tickets}
              finder={finder}
              fullMap={fullMap}
              keyOfMap={keyed.length > 0 ? { isOpen: isKeyOpen, toggle: () => setKeyOpen(!isKeyOpen) } : undefined}
              isOpen={isOpen}
              onPlace={choice.actions.point}
              onDrawn={setDrawn}
            />
          </div>
          {fullMap.isFull && isKeyOpen && keyed.length > 0 && (
            <div className={classes['key']}>
              <SectorNumbers model={availability.model} sectors={keyed} />
            </div>
          )}
          <div className={classes['foot']}>
            <SeatLegend availability={availability} />
            {isOpen && (finder.canTakeMore || isWaiting) && (
              // Keeps its room where it does not apply, so that nothing below moves when the plan arrives.
              <Text size="sm" c="dimmed" aria-hidden data-is-void={drawn?.needsZoom === false}>
                {texts.hint}
              </Text>
            )}
            <SectorKey model={availability.model} sectors={keyed} />
          </div>
        </>
      ) : isWaiting ? (
        <div className={classes['list']}>
          <PlanSkeleton />
        </div>
      ) : (
        <Suspense fallback={<Skeleton h="24rem" />}>
          <SeatList
            availability={availability}
            choice={choice}
            finder={finder}
            initialSpotlight={initialSpotlight}
            takesFocus={hasSkipped}
            isOpen={isOpen}
          />
        </Suspense>
      )}
    </section>
  )
}

// Radio buttons accept no letters.
const FIELDS = 'input:not([type="radio"]), select, textarea'

function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.matches(FIELDS)
}
