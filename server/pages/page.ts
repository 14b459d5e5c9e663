import type { AddressInput, Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { Address } from '#contract/pages.ts'
import type { StructuredData } from './schema-org.ts'
import type { Site } from './site.ts'

/** Calls the API as an anonymous visitor. */
export type Ask = <E extends Endpoint>(endpoint: E, asked: AddressInput<E>) => Promise<ReplyOf<E>>

/** A request for a page: the id in its path, its query, and the means to read data. */
export type Visit = {
  readonly id: number
  readonly search: Readonly<Record<string, string>>
  readonly ask: Ask
  readonly site: Site
}

/** The first visible picture and its `sizes` attribute. */
export type Picture = { readonly name: string; readonly sizes: string }

/** Returns the picture, or undefined without a name. */
export function pictureOf(name: string | null | undefined, sizes: string): Picture | undefined {
  return name ? { name, sizes } : undefined
}

/** A link to another page. */
export type PageLink = { readonly name: string; readonly address: Address }

/** The part of a list row that the prerendered shell shows. */
export type FirstRow = {
  readonly title: string
  readonly address: Address
  readonly text: string
  readonly picture?: Picture | undefined
}

/** The list of a page and the elements between it and the heading. */
export type FirstList = {
  readonly layout: 'rows' | 'thumbs' | 'grid' | 'squares' | 'posters'
  /** The number of visible filter fields; undefined without filters. */
  readonly filters?: number
  readonly tabs?: readonly PageLink[]
  readonly rows: readonly FirstRow[]
}

/** A part of the programme on the home page. */
export type FirstPart = { readonly name: string; readonly shows: readonly (FirstRow & { readonly price: string })[] }

/** The description of a page: everything that the server writes into its HTML. */
export type PageDescription = {
  /** The title of the window, without the name of the shop. */
  readonly title: string
  /** The heading, if it differs from the title. */
  readonly heading?: string
  readonly description?: string
  /** The text below the heading, if it differs from the description. */
  readonly lead?: string
  /** The canonical address. Pages without one are not indexed. */
  readonly address?: `/${string}`
  readonly kind?: 'home' | 'website' | 'article' | 'event' | 'product' | 'show'
  /** The list that the page belongs to. */
  readonly back?: PageLink
  readonly picture?: Picture | undefined
  /** The text below the lead. */
  readonly text?: string
  readonly list?: FirstList
  readonly programme?: readonly FirstPart[]
  /** The structured data of the page (schema.org). */
  readonly structuredData?: readonly StructuredData[]
}

/** Describes a page by making all calls that its first screen makes. */
export type DescribePage = (visit: Visit) => PageDescription | Promise<PageDescription>
