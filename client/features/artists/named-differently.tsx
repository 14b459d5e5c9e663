import { useQueries } from '@tanstack/react-query'
import { pages } from '#contract/pages.ts'
import { WaysOn } from '#client/ui/lists/ways-on.tsx'
import { artistCountQuery } from './artists.queries.ts'
import { texts } from './artists.texts.ts'

const FIELDS = ['firstName', 'lastName', 'stageName'] as const

type Names = { readonly [field in (typeof FIELDS)[number]]?: string | undefined }

/** Looks for the only name of a search for artists in the other fields, and links to what it finds there. */
export function NamedDifferently({ names }: { readonly names: Names }) {
  const [typed, ...furtherTyped] = FIELDS.filter((field) => names[field] !== undefined)
  const words = typed && furtherTyped.length === 0 ? names[typed] : undefined
  const others = words === undefined ? [] : FIELDS.filter((field) => field !== typed)
  const found = useQueries({ queries: others.map((field) => artistCountQuery({ [field]: words })) })
  const ways = others.flatMap((field, index) => {
    const total = found[index]?.data?.total
    if (!total || words === undefined) return []
    return { to: pages.searchArtists.href(), search: { [field]: words }, text: texts.named[field](total, words) }
  })
  return <WaysOn ways={ways} />
}
