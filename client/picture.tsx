import type { CSSProperties } from 'react'
import { imageAddress, imageSet } from '#contract/images.ts'
import classes from './picture.module.css'

type Props = {
  readonly name: string | null
  /** What it shows; '' where the text beside it says it all. */
  readonly alt: string
  /** How wide it is drawn, as for the attribute `sizes`. */
  readonly sizes: string
  /** Width ÷ height. */
  readonly ratio: number
  /** Stands there when there is no picture. */
  readonly title: string
  /** Is above the fold. */
  readonly isFirst?: boolean
}

/** A picture in the size that fits, in a frame that is there before it. */
export function Picture({ name, alt, sizes, ratio, title, isFirst = false }: Props) {
  const frame: CSSProperties = { aspectRatio: String(ratio) }
  if (name === null)
    return (
      <div className={`${classes['frame']} ${classes['curtain']}`} style={frame} aria-hidden>
        <span className={classes['title']}>{title}</span>
      </div>
    )
  return (
    <div className={classes['frame']} style={frame}>
      <img
        className={classes['image']}
        src={imageAddress(name, 640)}
        srcSet={imageSet(name)}
        sizes={sizes}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </div>
  )
}
