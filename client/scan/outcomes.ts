import { canOverrule, type EntryRefusal } from '#domain/entry/entry.ts'
import type { Judgement } from '#domain/entry/entry-verdicts.ts'
import { placeText } from '#domain/tickets/places.ts'
import { showTimeText } from '#domain/shows/programme-words.ts'
import { timeText } from '#domain/time/time-text.ts'
import type { EntryShow, ScanAnswer } from './entry-types.ts'
import type { OwnJudgement } from './ticket-list.ts'
import { refusalTexts, texts } from './scan.texts.ts'

/**
 * How the result of a scan looks and sounds. `stop`: the shop refuses a person whom the phone has let through. `fault`:
 * there is no verdict.
 */
export type Tone = 'checking' | 'good' | 'bad' | 'ask' | 'stop' | 'fault'

/** The result of a scan, as it is shown. */
export type Outcome = {
  /** The key of the scan. */
  readonly key: string
  readonly tone: Tone
  readonly word: string
  readonly lines: readonly string[]
  /** Whether a supervisor may overrule it. */
  readonly canOverrule: boolean
}

const plain = (key: string, tone: Tone, word: string, ...lines: readonly string[]): Outcome => ({
  key,
  tone,
  word,
  lines: lines.filter((line) => line !== ''),
  canOverrule: false,
})

export const outcomes = {
  checking: (key: string) => plain(key, 'checking', texts.checking),
  waiting: (key: string) => plain(key, 'checking', texts.waiting),
  full: (key: string) => plain(key, 'fault', texts.full, texts.fullHelp),
  needsConnection: (key: string, { judgement }: OwnJudgement) =>
    plain(key, 'fault', texts.needsConnection, judgement === 'NEW_KEY' ? texts.newKeyHelp : texts.needsConnectionHelp),
  noList: (key: string) => plain(key, 'fault', texts.needsConnection, texts.noListHelp),
  failed: (key: string, reason: string) => plain(key, 'fault', texts.refused, reason),
  ask: (key: string, own: OwnJudgement) =>
    own.judgement === 'UNVERIFIED'
      ? plain(key, 'ask', texts.unverified, placeOf(own), texts.unverifiedHelp)
      : plain(key, 'ask', texts.ask, placeOf(own), texts.askHelp),
  stop: (key: string, answer: Pick<ScanAnswer, 'reason'>) =>
    plain(key, 'stop', texts.stop, reasonText(answer.reason), texts.stopHelp),
  comeIn: (key: string) => plain(key, 'good', texts.comeIn, texts.comeInHelp),
}

/** Shows the server's verdict. */
export function outcomeOfAnswer(answer: ScanAnswer, show: Pick<EntryShow, 'timeZone' | 'doorsOpenAt'>): Outcome {
  const { key, verdict, reason, isDouble, seat, firstAdmission, rightGates, ticketShow } = answer
  const first = firstAdmission
    ? texts.firstIn(timeText(firstAdmission.admittedAt, show.timeZone), firstAdmission.gateName)
    : ''
  const place = seat ? placeText(seat) : ''
  if (verdict !== 'REFUSED') {
    const word = verdict === 'LEFT' ? texts.left : texts.admitted
    return plain(key, 'good', word, place, isDouble ? texts.double : '')
  }
  const lines = [
    reasonText(reason),
    ticketShow ? `${ticketShow.eventTitle}, ${showTimeText(ticketShow.startTime, ticketShow.timeZone)}` : '',
    first,
    rightGates.length > 0 ? texts.rightGates(rightGates) : '',
    opening(reason, show),
    place,
  ]
  return { ...plain(key, 'bad', texts.refused, ...lines), canOverrule: reason !== null && canOverrule(reason) }
}

/** Shows the phone's own verdict. */
export function outcomeOfOwn(
  key: string,
  { verdict, reason }: Judgement,
  own: OwnJudgement,
  show: Pick<EntryShow, 'timeZone' | 'doorsOpenAt'> & { readonly clockOffsetMs: number },
): Outcome {
  if (verdict !== 'REFUSED') {
    return plain(key, 'good', verdict === 'LEFT' ? texts.left : texts.admitted, placeOf(own), texts.decidedHere)
  }
  const first =
    reason === 'ALREADY_IN' && own.admittedAt
      ? texts.firstIn(timeText(new Date(own.admittedAt.getTime() + show.clockOffsetMs), show.timeZone), null)
      : ''
  const lines = [reasonText(reason), first, opening(reason, show), placeOf(own), texts.decidedHere]
  return { ...plain(key, 'bad', texts.refused, ...lines), canOverrule: reason !== null && canOverrule(reason) }
}

const reasonText = (reason: EntryRefusal | null): string => (reason === null ? '' : refusalTexts[reason])
const placeOf = ({ place }: OwnJudgement): string => (place ? placeText(place) : '')

function opening(reason: EntryRefusal | null, { doorsOpenAt, timeZone }: Pick<EntryShow, 'timeZone' | 'doorsOpenAt'>) {
  return reason === 'TOO_EARLY' && doorsOpenAt !== null ? texts.validFrom(timeText(doorsOpenAt, timeZone)) : ''
}
