import type { Asked, Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { Address } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import type { Thing } from './schema-org.ts'
import type { Site } from './site.ts'

/** Asks the shop what any visitor may ask, as the browser would. */
export type Ask = <E extends Endpoint>(endpoint: E, asked: Asked<E>) => Promise<ReplyOf<E>>

/** Somebody comes to a page: the id in its path, what stands behind the question mark, and whom to ask. */
export type Visit = {
  readonly id: number
  readonly search: Readonly<Record<string, string>>
  readonly ask: Ask
  /** Which of the shows have no place left. */
  readonly soldOut: (showIds: readonly ShowId[]) => Promise<ReadonlySet<ShowId>>
  readonly site: Site
}

/** A picture that is seen first, and how wide it is drawn. */
export type Picture = { readonly name: string; readonly sizes: string }

/** That picture, where there is one. */
export function pictureOf(name: string | null | undefined, sizes: string): Picture | undefined {
  return name ? { name, sizes } : undefined
}

/** A way to another page. */
export type PageLink = { readonly name: string; readonly address: Address }

/** A row of a list, as far as it is told before the code of the page is there. */
export type FirstRow = {
  readonly title: string
  readonly address: Address
  readonly text: string
  readonly picture?: Picture | undefined
}

/** The list of a page, and what stands between it and the heading. */
export type FirstList = {
  readonly layout: 'rows' | 'grid' | 'squares' | 'posters'
  /** How many fields the filters show; none where there are no filters. */
  readonly filters?: number
  readonly tabs?: readonly PageLink[]
  readonly rows: readonly FirstRow[]
}

/** What a page says of itself before its code is there. */
export type Page = {
  /** Of the window, without the name of the shop. */
  readonly title: string
  /** Where the page shows another heading than its title. */
  readonly heading?: string
  readonly description?: string
  /** What stands below the heading, where that is not the description. */
  readonly lead?: string
  /** The canonical address. A page without one is not for search engines. */
  readonly address?: `/${string}`
  readonly kind?: 'home' | 'website' | 'article' | 'event' | 'product'
  /** The list that this page is of. */
  readonly back?: PageLink
  readonly picture?: Picture | undefined
  /** What is to be read on the page below its lead. */
  readonly text?: string
  readonly list?: FirstList
  /** What the page is about, for machines (schema.org). */
  readonly things?: readonly Thing[]
}

/** Finds out what a page says of itself, by asking everything that its first screen asks. */
export type DescribePage = (visit: Visit) => Page | Promise<Page>
