import type { CSSProperties } from 'react'
import { imageAddress, imageSrcSet } from '#contract/images.ts'
import { fittingTitleSize } from './poster-title.ts'
import classes from './picture.module.css'

type Props = {
  readonly name: string | null
  /** The alternative text; '' for a decorative picture. */
  readonly alt: string
  /** The value of the attribute `sizes`. */
  readonly sizes: string
  /** Width ÷ height. */
  readonly ratio: number
  /** Shown instead of a missing picture. */
  readonly title: string
  /** Whether it is above the fold. */
  readonly isFirst?: boolean
}

/** Shows a responsive picture in a frame of fixed ratio, or the title if there is no picture. */
export function Picture({ name, alt, sizes, ratio, title, isFirst = false }: Props) {
  const frame: CSSProperties = { aspectRatio: String(ratio) }
  if (name === null) {
    const fontSize = `min(${fittingTitleSize(title, ratio)}cqw, clamp(0.75rem, 11cqw, 2rem))`
    return (
      <div className={`${classes['frame']} ${classes['curtain']}`} style={frame} aria-hidden>
        <span className={classes['title']} style={{ fontSize }}>
          {title}
        </span>
      </div>
    )
  }
  return (
    <div className={classes['frame']} style={frame}>
      <img
        className={classes['image']}
        src={imageAddress(name, 640)}
        srcSet={imageSrcSet(name)}
        sizes={sizes}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
      />
    </div>
  )
}
