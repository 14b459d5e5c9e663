import type { SeatModel } from './seat-model.ts'
import classes from './seat-legend.module.css'

type Props = {
  readonly model: SeatModel
  /** The sectors that the map labels with numbers that are not part of their names. */
  readonly sectors: readonly number[]
}

/** Explains the numbers on the map that stand for names of sectors. */
export function SectorKey({ model, sectors }: Props) {
  return (
    <ul className={classes['key']} aria-hidden>
      {sectors.map((sector) => (
        <li key={sector}>
          <strong>{model.sectors[sector]?.number}</strong> {model.sectors[sector]?.name}
        </li>
      ))}
    </ul>
  )
}
