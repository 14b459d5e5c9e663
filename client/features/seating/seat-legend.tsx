import { useComputedColorScheme } from '@mantine/core'
import { useSyncExternalStore, type ReactNode } from 'react'
import type { SeatAvailability } from './seat-availability.ts'
import { paletteOf } from './seat-map/draw/palette.ts'
import { texts } from './seating.texts.ts'
import classes from './seat-legend.module.css'

/** The legend for the shapes of the plan. The filters explain its colours and the kinds of seats. */
export function SeatLegend({ availability }: { readonly availability: SeatAvailability }) {
  const { model } = availability
  const own = useSyncExternalStore(availability.subscribe, () => availability.own)
  const palette = paletteOf(useComputedColorScheme('light'), model.priceClasses.length)
  return (
    <ul className={classes['legend']} aria-label={texts.legend}>
      <Entry symbol={<circle cx="8" cy="8" r="4" fill={palette.taken} />}>{texts.taken}</Entry>
      <Entry
        symbol={
          <>
            <circle cx="8" cy="8" r="7.5" fill={palette.mine} />
            <Check colour={palette.mineInk} />
          </>
        }
      >
        {texts.yours}
      </Entry>
      {own.inCart.size > 0 && (
        <Entry
          symbol={
            <>
              <circle cx="8" cy="8" r="6.75" fill={palette.surface} stroke={palette.mine} strokeWidth="1.5" />
              <Check colour={palette.mine} />
            </>
          }
        >
          {texts.inCart}
        </Entry>
      )}
      {own.held.size > 0 && (
        <Entry
          symbol={
            <>
              <circle cx="8" cy="8" r="6.75" fill={palette.surface} stroke={palette.ink} strokeWidth="1.5" />
              <Check colour={palette.ink} />
            </>
          }
        >
          {texts.held}
        </Entry>
      )}
      {own.bought.size > 0 && (
        <Entry
          symbol={
            <>
              <path d="M0 2.5h16v3.8a1.7 1.7 0 0 0 0 3.4v3.8H0V9.7a1.7 1.7 0 0 0 0-3.4z" fill={palette.mine} />
              <Check colour={palette.mineInk} />
            </>
          }
        >
          {texts.bought}
        </Entry>
      )}
      {model.sectors.some(({ isAvailable }) => !isAvailable) && (
        <Entry
          symbol={
            <>
              <rect x="1" y="1" width="14" height="14" rx="2" fill={palette.closed} stroke={palette.line} />
              <path d="M1 9l8-8M3 15L15 3M9 15l6-6" stroke={palette.hatch} strokeWidth="1.5" />
            </>
          }
        >
          {texts.notAvailable}
        </Entry>
      )}
    </ul>
  )
}

function Check({ colour }: { readonly colour: string }) {
  return <path d="M4.8 8.3l2.4 2.4 4.2-5" fill="none" stroke={colour} strokeWidth="1.8" strokeLinecap="round" />
}

function Entry({ symbol, children }: { readonly symbol: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden>
        {symbol}
      </svg>
      {children}
    </li>
  )
}
