import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { IconArmchair, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import type { SeatAvailability } from '../seat-availability.ts'
import type { SeatFinder } from '../seat-finder/use-seat-finder.ts'
import { texts } from '../seating.texts.ts'
import { MapStage, type Hovered, type StageOptions } from './map-stage.ts'
import { SeatCandidate } from './seat-candidate.tsx'
import classes from './seat-map.module.css'
import { SeatTip } from './seat-tip.tsx'

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
  const [stage, setStage] = useState<MapStage>()
  const [hovered, setHovered] = useState<Hovered>()
  const scheme = useComputedColorScheme('light')
  const look = useMemo(() => ({ scheme, shown }), [scheme, shown])
  const lookNow = useEffectEvent(() => look)
  const choose = useEffectEvent((index: number) => {
    dismiss()
    onPlace(index)
  })

  useEffect(() => {
    if (!map.current || !marks.current) return undefined
    const opened = new MapStage(
      { map: map.current, marks: marks.current },
      { availability, focus, look: lookNow(), onPlace: (index) => choose(index), onHover: setHovered },
    )
    setStage(opened)
    return () => opened.close()
  }, [availability, focus])
  useEffect(() => stage?.mark(chosen), [stage, chosen])
  useEffect(() => stage?.dress(look), [stage, look])
  useEffect(() => {
    stage?.show(spotlight?.places ?? [], spotlight?.isCandidate ?? false)
    if (spotlight) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [stage, spotlight])

  const candidate = spotlight?.isCandidate ? spotlight.places[0] : undefined
  return (
    <div ref={frame} className={classes['frame']}>
      <canvas ref={map} className={classes['layer']} aria-hidden />
      <canvas ref={marks} className={classes['layer']} aria-hidden />
      {hovered && <SeatTip availability={availability} chosen={chosen} hovered={hovered} />}
      <div className={classes['buttons']}>
        <MapButton label={texts.zoomIn} icon={<IconPlus size={20} aria-hidden />} onPress={() => stage?.zoomBy(STEP)} />
        <MapButton
          label={texts.zoomOut}
          icon={<IconMinus size={20} aria-hidden />}
          onPress={() => stage?.zoomBy(1 / STEP)}
        />
        <MapButton label={texts.fit} icon={<IconMaximize size={20} aria-hidden />} onPress={() => stage?.fit()} />
        {isOpen && (
          <MapButton
            label={texts.nextFree}
            icon={<IconArmchair size={20} aria-hidden />}
            onPress={() => showNextFree()}
          />
        )}
      </div>
      {candidate !== undefined && (
        <SeatCandidate
          key={candidate}
          availability={availability}
          index={candidate}
          isChosen={chosen.has(candidate)}
          onToggle={() => onPlace(candidate)}
        />
      )}
    </div>
  )
}

function MapButton({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }) {
  return (
    <ActionIcon variant="default" size="xl" radius="md" aria-label={label} title={label} onClick={onPress}>
      {icon}
    </ActionIcon>
  )
}
