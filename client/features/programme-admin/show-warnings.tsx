import { Text } from '@mantine/core'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pages } from '#contract/pages.ts'
import type { checkShows } from '#contract/admin-shows.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { texts, warningTexts } from './series.texts.ts'
import classes from './series.module.css'

export type Warning = ReplyOf<typeof checkShows>['elements'][number]
type Times = readonly { readonly startTime: string }[]

const MOST_SHOWN = 8

export type ShowWarningsProps = { readonly warnings: readonly Warning[]; readonly times: Times; readonly zone: string }

/** Shows what the server finds odd about shows, to be confirmed. */
export function ShowWarnings({ warnings, times, zone }: ShowWarningsProps) {
  const more = warnings.length - MOST_SHOWN
  return (
    <Notice kind="info">
      <Text fw={600}>{texts.check}</Text>
      <ul className={classes['warnings']}>
        {warnings.slice(0, MOST_SHOWN).map((warning) => (
          <li key={`${warning.code} ${warning.at} ${warning.show?.id}`}>
            <WarningText warning={warning} time={times[warning.at ?? -1]?.startTime} zone={zone} />
          </li>
        ))}
        {more > 0 && <li>{texts.more(more)}</li>}
      </ul>
    </Notice>
  )
}

type One = { readonly warning: Warning; readonly time: string | undefined; readonly zone: string }

function WarningText({ warning: { code, show }, time, zone }: One) {
  const text = warningTexts[code]
  if (show) {
    // In a tab of its own, because the form is not saved.
    return (
      <>
        {text}:{' '}
        <a href={new URL(pages.editShow.href(show).slice(1), document.baseURI).href} target="_blank" rel="noreferrer">
          {show.title}
        </a>
        , {showTimeText(show.startTime, show.timeZone)}
      </>
    )
  }
  return <>{time === undefined ? text : `${showTimeText(time, zone)} ${text}`}</>
}
