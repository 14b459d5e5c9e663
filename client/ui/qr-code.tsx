import { encodeQR } from 'qr'
import classes from './qr-code.module.css'

/** The white margin that readers need, in modules. */
const MARGIN = 4

type Props = {
  readonly text: string
  readonly label: string
  /** How much of the code may be unreadable: 7 % (`low`), or 15 %, which needs more modules. */
  readonly correction?: 'low' | 'medium'
}

/** Draws a text as a QR code: one path, black on white in both colour schemes. */
export function QrCode({ text, label, correction = 'medium' }: Props) {
  const rows = encodeQR(text, 'raw', { ecc: correction, border: MARGIN })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={classes['picture']}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inline, because the policy allows no data address
      role="img"
      aria-label={label}
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
