import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { findPage, pages } from '#contract/pages.ts'
import { type Cents, cents, euro } from '#domain/money.ts'
import type { ProductId, ShowId } from '#domain/ids.ts'
import { showTitle } from '#domain/shows/show-title.ts'
import { redirectTarget } from '#client/address/redirect-target.ts'
import { type CartAddition, choiceInAddress } from '#client/customer/choice-in-address.ts'
import { Picture } from '#client/picture.tsx'
import { ShowMoment } from '#client/ui/moment.tsx'
import { texts } from './auth.texts.ts'
import { wantedProductQuery, wantedShowQuery } from './wanted.queries.ts'
import classes from './wanted-page.module.css'

/** A line without text, which is as high as one with it. */
const NO_TEXT = '\u00a0'

type Props = {
  /** The address to which the login returns; undefined without one. */
  readonly redirect: unknown
  /** The step in between: the page that shows this. */
  readonly step: keyof typeof texts.steps
}

/**
 * Names what the visitor was about to do before the login: the show with date, venue and price, the product with its
 * price, or the title of the page. Shows nothing if the login returns to no page in particular.
 */
export function WantedPage({ redirect, step }: Props) {
  const { to, search } = redirectTarget(redirect)
  const found = findPage(to)
  if (!found || found.key === 'home') return null
  const id = String(found.id)
  const [show, product] = [pages.show.readId(id), pages.product.readId(id)]
  if (found.key === 'show' && show) return <WantedShow id={show} step={texts.steps[step]} />
  if (found.key === 'product' && product) return <WantedProduct id={product} search={search} step={texts.steps[step]} />
  const page = pages[found.key]
  return 'title' in page && <p className={classes['page']}>{texts.continueTo(texts.steps[step], page.title)}</p>
}

function WantedShow({ id, step }: { readonly id: ShowId; readonly step: string }) {
  const { data: show, isError } = useQuery(wantedShowQuery(id))
  if (isError) return null
  if (!show) {
    return (
      <Wanted purpose={texts.pickSeats(step)}>
        <Fact>{NO_TEXT}</Fact>
        <Fact>{NO_TEXT}</Fact>
        <Fact>{NO_TEXT}</Fact>
      </Wanted>
    )
  }
  const { event, location, startTime } = show
  return (
    <Wanted
      picture={<Picture name={event.imageName} alt="" sizes="4rem" ratio={16 / 9} title="" isFirst />}
      purpose={texts.pickSeats(step)}
      name={showTitle(show)}
    >
      <Fact>
        <ShowMoment at={startTime} zone={location.timeZone} />
      </Fact>
      <Fact>{`${location.name}, ${location.city}`}</Fact>
      <Fact>{texts.priceFrom(euro(show.priceFrom))}</Fact>
    </Wanted>
  )
}

type WantedProductProps = {
  readonly id: ProductId
  /** The choice in the address. */
  readonly search: Readonly<Record<string, string>>
  readonly step: string
}

function WantedProduct({ id, search, step }: WantedProductProps) {
  const { data: product, isError } = useQuery(wantedProductQuery(id))
  if (isError) return null
  if (!product) {
    return (
      <Wanted purpose={texts.buyProduct(step)}>
        <Fact>{NO_TEXT}</Fact>
      </Wanted>
    )
  }
  return (
    <Wanted
      picture={<Picture name={product.imageName} alt="" sizes="4rem" ratio={1} title="" isFirst />}
      purpose={texts.buyProduct(step)}
      name={product.name}
    >
      <Fact>{costOfChoice(product, choiceInAddress(product, search))}</Fact>
    </Wanted>
  )
}

type Priced = { readonly price: Cents; readonly points: number }

function costOfChoice({ price, points }: Priced, { quantity, usePoints }: CartAddition): string {
  const pieces = usePoints ? texts.points(points * quantity) : euro(cents(price * quantity))
  return quantity > 1 ? texts.pieces(quantity, pieces) : pieces
}

function Fact({ children }: { readonly children: ReactNode }) {
  return <span className={classes['fact']}>{children}</span>
}

type WantedProps = {
  readonly picture?: ReactNode
  readonly purpose: string
  readonly name?: string
  readonly children?: ReactNode
}

/**
 * Reserves a title of two lines, with the facts and without them, so that the form below does not move when they
 * arrive.
 */
function Wanted({ picture, purpose, name, children }: WantedProps) {
  return (
    <section className={classes['wanted']} aria-label={texts.wanted} aria-busy={name === undefined}>
      <div className={classes['picture']}>{picture}</div>
      <div className={classes['facts']}>
        <span className={classes['purpose']}>{purpose}</span>
        <strong className={classes['name']}>{name ?? NO_TEXT}</strong>
        {children}
      </div>
    </section>
  )
}
