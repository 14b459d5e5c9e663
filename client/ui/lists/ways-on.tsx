import { Stack } from '@mantine/core'
import { TextLink } from '../links.tsx'

/** A link to a search that has results. */
export type WayOn = {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly text: string
}

/** Leads from an empty search to others that found something. */
export function WaysOn({ ways }: { readonly ways: readonly WayOn[] }) {
  return (
    <Stack component="output" gap="xs" align="center" ta="center">
      {ways.map(({ to, search, text }) => (
        <TextLink key={text} to={to} search={search} underline="always">
          {text}
        </TextLink>
      ))}
    </Stack>
  )
}
