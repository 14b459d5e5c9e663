import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconArmchair, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { lazyCode, useCode } from '#client/shell/lazy-code.ts'
import { PlanOnItsWay } from '../plan-on-its-way.tsx'
import { nothingKnown, type SeatAvailability } from '../seat-availability.ts'
import type { SeatFinder } from '../seat-finder/use-seat-finder.ts'
import { sectorAt } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import { initialViewLimits } from './input/view-limits.ts'
import type { Hovered, MapStage, StageOptions } from './map-stage.ts'
import classes from './seat-map.module.css'

const stageCode = lazyCode(() => import('./map-stage.ts'))
const notesCode = lazyCode(() => import('./input/seat-popups.ts'))

/** Fetches what draws the map, beside the plan and not after it. */
export const preloadSeatMap = () => void stageCode.fetch().catch(() => undefined)

/** How much closer or farther a press of a button goes. */
const STEP = 1.8

type Props = {
  readonly availability: SeatAvailability
  readonly focus: StageOptions['focus']
  /** Tickets by place. */
  readonly chosen: ReadonlyMap<number, number>
  readonly finder: Pick<SeatFinder, 'shown' | 'spotlight' | 'isOpen' | 'showNextFree' | 'dismiss'>
  readonly onPlace: (index: number) => void
}

/** The plan as a picture to move about in, for the eye and the pointer. The list says the same to everyone. */
export function SeatMap({ availability, focus, chosen, finder, onPlace }: Props) {
  const { shown, spotlight, isOpen, showNextFree, dismiss } = finder
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<HTMLCanvasElement>(null)
  const marks = useRef<HTMLCanvasElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const code = useCode(stageCode)
  const notes = useCode(notesCode)
  const [stage, setStage] = useState<MapStage>()
  const [hovered, setHovered] = useState<Hovered>()
  const [viewLimits, setBearings] = useState(initialViewLimits)
  const isWaiting = !code || availability === nothingKnown
  const scheme = useComputedColorScheme('light')
  const look = useMemo(() => ({ scheme, shown }), [scheme, shown])
  const lookNow = useEffectEvent(() => look)
  const choose = useEffectEvent((index: number) => {
    dismiss()
    onPlace(index)
  })

  // Before the page is painted, so that the map is in its first picture.
  useLayoutEffect(() => {
    if (!code || !map.current || !marks.current || !buttons.current) return undefined
    const opened = new code.MapStage(
      { map: map.current, marks: marks.current },
      {
        ...{ availability, focus, look: lookNow(), buttons: buttons.current },
        ...{ onPlace: (index: number) => choose(index), onBearings: setBearings, onHover: setHovered },
      },
    )
    setStage(opened)
    return () => opened.close()
  }, [code, availability, focus])
  useEffect(() => stage?.mark(chosen), [stage, chosen])
  useEffect(() => stage?.setTheme(look), [stage, look])
  useEffect(() => {
    stage?.show(spotlight?.places ?? [], spotlight?.isCandidate ?? false)
    if (spotlight) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [stage, spotlight])

  const candidate = spotlight?.isCandidate ? spotlight.places[0] : undefined
  const isSettled = candidate !== undefined && (chosen.has(candidate) || !isShown(candidate))
  const leave = useEffectEvent(dismiss)
  useEffect(() => {
    if (isSettled) leave()
  }, [isSettled])

  function isShown(place: number): boolean {
    return shown.size === 0 || shown.has(sectorAt(availability.model, place).priceClass)
  }

  return (
    <div ref={frame} className={classes['frame']}>
      <canvas ref={map} className={classes['layer']} aria-hidden />
      <canvas ref={marks} className={classes['layer']} aria-hidden />
      {isWaiting && <PlanOnItsWay />}
      {notes && hovered && <notes.SeatTip availability={availability} chosen={chosen} hovered={hovered} />}
      <div ref={buttons} className={classes['buttons']}>
        <MapButton label={texts.zoomIn} isEnd={isWaiting || viewLimits.isNearest} onPress={() => stage?.zoomBy(STEP)}>
          <IconPlus size={20} aria-hidden />
        </MapButton>
        <MapButton label={texts.zoomOut} isEnd={viewLimits.isFarthest} onPress={() => stage?.zoomBy(1 / STEP)}>
          <IconMinus size={20} aria-hidden />
        </MapButton>
        <MapButton label={texts.fit} isEnd={viewLimits.isFarthest} onPress={() => stage?.fit()}>
          <IconMaximize size={20} aria-hidden />
        </MapButton>
        {(isOpen || isWaiting) && (
          <MapButton label={texts.nextFree} isEnd={isWaiting} onPress={() => showNextFree()}>
            <IconArmchair size={20} aria-hidden />
          </MapButton>
        )}
      </div>
      {notes && candidate !== undefined && (
        <notes.SeatCandidate
          key={candidate}
          availability={availability}
          index={candidate}
          isLow={viewLimits.isCandidateLow}
          onSelect={() => onPlace(candidate)}
          onDismiss={dismiss}
        />
      )}
    </div>
  )
}

type ButtonProps = {
  readonly label: string
  readonly isEnd?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function MapButton({ label, isEnd = false, onPress, children }: ButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="xl"
      radius="md"
      aria-label={label}
      title={label}
      // Not `disabled`: whoever is there keeps the focus.
      aria-disabled={isEnd}
      mod={{ disabled: isEnd }}
      onClick={() => !isEnd && onPress()}
    >
      {children}
    </ActionIcon>
  )
}
