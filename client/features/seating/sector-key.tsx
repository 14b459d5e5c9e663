import type { SeatModel } from './seat-model.ts'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { texts } from './seating.texts.ts'
import classes from './seat-legend.module.css'

type Props = {
  readonly model: SeatModel
  /** The sectors that the map labels with numbers that are not part of their names. */
  readonly sectors: readonly number[]
}

/** Explains on request the numbers on the map that stand for names of sectors. Keeps its room without any. */
export function SectorKey({ model, sectors }: Props) {
  return (
    <div className={classes['keyed']} data-is-void={!sectors.length}>
      <Disclosure label={texts.numbers}>
        <SectorNumbers model={model} sectors={sectors} />
      </Disclosure>
    </div>
  )
}

/** The numbers on the map with the names of their sectors. */
export function SectorNumbers({ model, sectors }: Props) {
  return (
    <ul className={classes['key']} aria-label={texts.numbers}>
      {sectors.map((sector) => (
        <li key={sector}>
          <strong>{model.sectors[sector]?.number}</strong> {model.sectors[sector]?.name}
        </li>
      ))}
    </ul>
  )
}
