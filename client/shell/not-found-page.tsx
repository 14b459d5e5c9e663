import { Group, Stack, Text } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { ButtonLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { Stage } from '#client/ui/feedback/stage-picture.tsx'
import { texts } from './shell.texts.ts'

/** Shown at unknown addresses. */
export function NotFoundPage() {
  return (
    <Stack align="flex-start" py="xl" maw="38rem">
      <Stage />
      <PageHeading title={texts.notFound} />
      <Text>{texts.notFoundHelp}</Text>
      <Group>
        <ButtonLink to={pages.home.href()}>{texts.toHome}</ButtonLink>
        <ButtonLink to={pages.searchEvents.href()} variant="default">
          {texts.toSearch}
        </ButtonLink>
      </Group>
    </Stack>
  )
}
