import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconArmchair, IconArrowLeft, IconListNumbers, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { afterNextFrame } from '#client/shell/after-next-frame.ts'
import { lazyCode, useCode, useOptionalCode } from '#client/shell/lazy-code.ts'
import { PlanSkeleton } from '../plan-skeleton.tsx'
import { NOT_LOADED, type SeatAvailability } from '../seat-availability.ts'
import type { SeatFinder } from '../seat-finder/use-seat-finder.ts'
import { sectorAt } from '../seat-model.ts'
import { texts } from '../seating.texts.ts'
import { initialViewLimits } from './input/view-limits.ts'
import type { MapController } from './map-controller.ts'
import type { Drawn, Hovered, MapOptions } from './map-options.ts'
import classes from './seat-map.module.css'

const controllerCode = lazyCode(() => import('./map-controller.ts'))
const popupsCode = lazyCode(() => import('./input/seat-popups.ts'))

/** Fetches the code of the map in parallel with the plan. */
export const preloadSeatMap = () => void controllerCode.fetch().catch(() => undefined)

/** The zoom factor of the buttons. */
const ZOOM_STEP = 1.8

/** The windows in which the map can fill the screen: those of phones, as in `postcss.config.mjs`. */
const PHONE = '(max-width: 39.99em), (max-width: 61.99em) and (max-height: 30em)'

/** Whether the map of a phone fills the screen, and the way there and back. */
export type FullMap = { readonly isFull: boolean; open(): void; close(): void }

/** Keeps the map in its place, also on phones. */
export const NEVER_FULL: FullMap = { isFull: false, open: () => undefined, close: () => undefined }

type Props = {
  readonly availability: SeatAvailability
  readonly focus: MapOptions['focus']
  /** Tickets by place. */
  readonly chosen: ReadonlyMap<number, number>
  readonly finder: Pick<SeatFinder, 'shown' | 'kinds' | 'spotlight' | 'canTakeMore' | 'showNextFree' | 'dismiss'>
  readonly fullMap: FullMap
  /** The key to the numbers on the map, beside it while it fills the screen; undefined without such numbers. */
  readonly keyOfMap?: { readonly isOpen: boolean; toggle(): void } | undefined
  /** Whether the show has not started yet. */
  readonly isOpen: boolean
  readonly onPlace: (index: number) => void
  /** Called whenever the map shows something else at another scale. */
  readonly onDrawn: (drawn: Drawn) => void
}

/** The plan as a map to pan and zoom. Hidden from screen readers, for which the list has the same content. */
export function SeatMap({ availability, focus, chosen, finder, fullMap, keyOfMap, isOpen, ...props }: Props) {
  const { onPlace, onDrawn } = props
  const { shown, kinds, spotlight, canTakeMore, showNextFree, dismiss } = finder
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const code = useCode(controllerCode)
  const [controller, setController] = useState<MapController>()
  const [hovered, setHovered] = useState<Hovered>()
  const candidate = spotlight?.isCandidate ? spotlight.places[0] : undefined
  const popups = useOptionalCode(popupsCode, controller && (candidate ?? hovered ?? controller))
  const [viewLimits, setViewLimits] = useState(initialViewLimits)
  const isWaiting = !controller
  const scheme = useComputedColorScheme('light')
  const theme = useMemo(() => ({ scheme, shown, kinds }), [scheme, shown, kinds])
  const currentTheme = useEffectEvent(() => theme)
  const choose = useEffectEvent((index: number) => {
    dismiss()
    onPlace(index)
  })

  const tellDrawn = useEffectEvent(onDrawn)
  const fillScreen = useEffectEvent(() => {
    const isFilling = !fullMap.isFull && matchMedia(PHONE).matches
    if (isFilling) fullMap.open()
    return isFilling
  })

  // In tasks of their own, because on a slow phone the page and the map together would block input for too long.
  useEffect(() => {
    if (!code || availability === NOT_LOADED) return undefined
    let opened: MapController | undefined
    let opening: ReturnType<typeof setTimeout> | undefined
    const cancel = afterNextFrame(() => {
      if (!map.current || !overlay.current) return
      opened = new code.MapController(
        { map: map.current, overlay: overlay.current },
        {
          ...{ availability, focus, theme: currentTheme() },
          ...{
            onPlace: (index: number) => choose(index),
            onTouch: () => fillScreen(),
            onViewLimits: setViewLimits,
            onHover: setHovered,
            onDrawn: (drawn: Drawn) => tellDrawn(drawn),
          },
        },
      )
      opening = setTimeout(() => {
        opened?.open()
        setController(opened)
      })
    })
    return () => {
      cancel()
      clearTimeout(opening)
      opened?.close()
      setController(undefined)
    }
  }, [code, availability, focus])
  useEffect(() => controller?.setChosen(chosen), [controller, chosen])
  useEffect(() => controller?.setTheme(theme), [controller, theme])
  useEffect(() => {
    controller?.show(spotlight?.places ?? [], spotlight?.isCandidate ?? false)
    if (spotlight) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [controller, spotlight])

  const isSettled = candidate !== undefined && (chosen.has(candidate) || !isShown(candidate))
  const dismissCandidate = useEffectEvent(dismiss)
  useEffect(() => {
    if (isSettled) dismissCandidate()
  }, [isSettled])

  function isShown(place: number): boolean {
    return shown.size === 0 || shown.has(sectorAt(availability.model, place).priceClass)
  }

  return (
    <div ref={frame} className={classes['frame']}>
      <div className={classes['area']}>
        <canvas ref={map} className={classes['layer']} aria-hidden />
        <canvas ref={overlay} className={classes['layer']} aria-hidden />
        {isWaiting && <PlanSkeleton />}
        {popups && hovered && <popups.SeatTip availability={availability} chosen={chosen} hovered={hovered} />}
        {popups && candidate !== undefined && (
          <popups.SeatCandidate
            key={candidate}
            availability={availability}
            index={candidate}
            isLow={viewLimits.isCandidateLow}
            onSelect={() => onPlace(candidate)}
            onDismiss={dismiss}
          />
        )}
      </div>
      <div className={classes['buttons']}>
        {fullMap.isFull && keyOfMap && (
          <MapButton label={texts.numbers} isForPhones isExpanded={keyOfMap.isOpen} onPress={keyOfMap.toggle}>
            <IconListNumbers size={20} aria-hidden />
          </MapButton>
        )}
        {fullMap.isFull && (
          <MapButton label={texts.leaveFullMap} isForPhones onPress={fullMap.close}>
            <IconArrowLeft size={20} aria-hidden />
          </MapButton>
        )}
        <MapButton
          label={texts.zoomIn}
          isEnd={isWaiting || viewLimits.isNearest}
          onPress={() => controller?.zoomBy(ZOOM_STEP)}
        >
          <IconPlus size={20} aria-hidden />
        </MapButton>
        <MapButton
          label={texts.zoomOut}
          isEnd={viewLimits.isFarthest}
          onPress={() => controller?.zoomBy(1 / ZOOM_STEP)}
        >
          <IconMinus size={20} aria-hidden />
        </MapButton>
        <MapButton label={texts.fit} isEnd={viewLimits.isFarthest} onPress={() => controller?.fit()}>
          <IconMaximize size={20} aria-hidden />
        </MapButton>
        {isOpen && (
          <MapButton label={texts.nextFree} isEnd={isWaiting || !canTakeMore} onPress={() => showNextFree()}>
            <IconArmchair size={20} aria-hidden />
          </MapButton>
        )}
      </div>
    </div>
  )
}

type ButtonProps = {
  readonly label: string
  readonly isEnd?: boolean
  readonly isForPhones?: boolean
  /** Whether it shows more; given only for a button that does. */
  readonly isExpanded?: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function MapButton({ label, isEnd = false, isForPhones = false, isExpanded, onPress, children }: ButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="xl"
      radius="md"
      aria-label={label}
      title={label}
      // Not `disabled`, which would lose the focus.
      aria-disabled={isEnd}
      aria-expanded={isExpanded}
      mod={{ disabled: isEnd, phone: isForPhones }}
      onClick={() => !isEnd && onPress()}
    >
      {children}
    </ActionIcon>
  )
}
