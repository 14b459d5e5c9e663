import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { pages } from '#contract/pages.ts'
import { EVENT_TYPES } from '#domain/shows/event-types.ts'
import { eventTypeNames } from '#client/names/event-type-names.ts'
import { PlainLink } from '#client/ui/links.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { texts } from './home.texts.ts'
import { Programme } from './programme.tsx'
import classes from './hero.module.css'

type Props = { readonly onSearch: (title: string) => void }

/** Shows the curtain with the search and the programme. */
export function Hero({ onSearch }: Props) {
  const [title, setTitle] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    onSearch(title.trim())
  }
  return (
    <section className={classes['hero']}>
      <div className={classes['words']}>
        <PageHeading title={texts.title} className={classes['lead']}>
          {texts.lead}
        </PageHeading>
        <p className={classes['sub']}>{texts.sub}</p>
      </div>
      <div className={classes['ways']}>
        <search>
          <form className={classes['form']} onSubmit={search}>
            <TextInput
              label={texts.searchLabel}
              placeholder={texts.searchPlaceholder}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
              type="search"
              enterKeyHint="search"
              maxLength={255}
              size="md"
              classNames={{
                root: classes['field'] ?? '',
                label: classes['label'] ?? '',
                input: classes['input'] ?? '',
              }}
            />
            <Button
              type="submit"
              size="md"
              color="brass.3"
              className={classes['button']}
              leftSection={<IconSearch size={18} aria-hidden />}
            >
              {texts.searchButton}
            </Button>
          </form>
        </search>
        <nav aria-label={texts.types} className={classes['types']}>
          {EVENT_TYPES.map((type) => (
            <PlainLink key={type} to={pages.searchEvents.href()} search={{ type }} className={classes['type']}>
              {eventTypeNames[type]}
            </PlainLink>
          ))}
        </nav>
      </div>
      <Programme />
    </section>
  )
}
