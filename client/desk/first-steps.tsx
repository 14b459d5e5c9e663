import { Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { pages } from '#contract/pages.ts'
import { Card } from '#client/ui/cards/card.tsx'
import { TextLink } from '#client/ui/links.tsx'
import type { Overview } from './overview.queries.ts'
import { firstSteps, texts } from './first-steps.texts.ts'
import classes from './first-steps.module.css'

type Has = Overview['has']

/** The steps to the first sale, in order, each with the page that does it. */
const steps = [
  { key: 'location', to: pages.createLocation.href() },
  { key: 'seatingPlan', to: pages.uploadPlan.href() },
  { key: 'artist', to: pages.createArtist.href() },
  { key: 'event', to: pages.createEvent.href() },
  { key: 'show', to: pages.createShow.href() },
  { key: 'publishedShow', to: pages.adminShows.href() },
] as const

/** Lists what a new shop needs before its first sale. Shows nothing when all of it is there. */
export function FirstSteps({ has }: { readonly has: Has }) {
  const next = steps.find(({ key }) => !has[key])
  if (!next) return null
  return (
    <Card as="section" aria-labelledby="first-steps">
      <Title order={2} size="h3" id="first-steps">
        {texts.title}
      </Title>
      <Text c="dimmed" mb="sm">
        {texts.lead}
      </Text>
      <ol className={classes['steps']}>
        {steps.map(({ key, to }, index) => (
          <li key={key} className={classes['step']} data-is-done={has[key]}>
            <span className={classes['mark']} aria-hidden>
              {has[key] ? <IconCheck size={16} /> : index + 1}
            </span>
            <div>
              {has[key] && <VisuallyHidden>{texts.done}</VisuallyHidden>}
              <TextLink to={to} fw={key === next.key ? 700 : 400} {...(key === next.key && { 'aria-current': 'step' })}>
                {firstSteps[key].name}
              </TextLink>
              <Text size="sm" c="dimmed">
                {firstSteps[key].hint}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
