import { type KeyboardEvent, type ReactNode, useImperativeHandle, useRef, type Ref } from 'react'
import { texts } from './home.texts.ts'
import classes from './news-carousel.module.css'

export type NewsCarouselHandle = { readonly show: (page: number) => void }

type Props = {
  readonly handle: Ref<NewsCarouselHandle>
  readonly count: number
  /** The page in sight. */
  readonly current: number
  readonly onChange: (page: number) => void
  readonly children: (page: number) => ReactNode
}

/** Shows pages side by side in a strip that the browser itself scrolls and snaps, with a dot for each. */
export function NewsCarousel({ handle, count, current, onChange, children }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const tabs = useRef<HTMLDivElement>(null)
  /** The page to which the strip is scrolling, whose predecessors pass by without being shown. */
  const target = useRef<number>(undefined)
  const show = (page: number) => {
    if (!strip.current || page < 0 || page >= count) return
    target.current = page
    strip.current.scrollTo({ left: page * pitchOf(strip.current) })
    onChange(page)
  }
  useImperativeHandle(handle, () => ({ show }))
  const letGo = () => (target.current = undefined)
  const follow = () => {
    if (!strip.current) return
    const page = Math.round(strip.current.scrollLeft / pitchOf(strip.current))
    if (page === target.current) letGo()
    if (target.current === undefined && page !== current) onChange(page)
  }
  const moveByKey = (event: KeyboardEvent) => {
    const page = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key]
    if (page === undefined || page < 0 || page >= count) return
    event.preventDefault()
    show(page)
    tabs.current?.querySelectorAll('button')[page]?.focus()
  }
  const pages = Array.from({ length: count }, (_, page) => page)
  return (
    <section aria-roledescription="carousel" aria-label={texts.newsPages}>
      <div ref={strip} className={classes['strip']} onScroll={follow} onWheel={letGo} onTouchStart={letGo}>
        {pages.map((page) => (
          <div
            key={page}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slide is no group of fields
            role="group"
            aria-roledescription="slide"
            aria-label={texts.newsPage(page + 1, count)}
            inert={page !== current}
          >
            {children(page)}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div ref={tabs} role="tablist" aria-label={texts.newsPages} className={classes['dots']}>
          {pages.map((page) => (
            <button
              key={page}
              type="button"
              role="tab"
              aria-label={texts.newsPage(page + 1, count)}
              aria-selected={page === current}
              tabIndex={page === current ? 0 : -1}
              className={classes['dot']}
              onClick={() => show(page)}
              onKeyDown={moveByKey}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Returns the distance between the beginnings of two pages, in pixels. */
function pitchOf(strip: HTMLElement): number {
  return strip.clientWidth + Number.parseFloat(getComputedStyle(strip).columnGap)
}
