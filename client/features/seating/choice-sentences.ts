import { sentenceOf } from '#contract/problems.ts'
import type { Announcement } from '#domain/seat-choice/choice-reducer.ts'
import type { Objection, OfferedPlace, SeatChoice } from '#domain/seat-choice/seat-choice.ts'
import { chosenPlacesIn, totalOf } from './chosen-places.ts'
import { placesTextAt } from './place-names.ts'
import type { SeatModel } from './seat-model.ts'
import { texts } from './seating.texts.ts'

/** The sentence for a refused change or for lost places. */
export function objectionText(objection: Objection): string {
  switch (objection.code) {
    case 'seat_not_free':
      return texts.isTaken[objection.place.own ?? 'byOthers'](objection.place.name)
    case 'too_many_at_once':
      return texts.atOnce
    default:
      return sentenceOf(objection)
  }
}

/** The sentence that a screen reader announces, or nothing. */
export function announcementText(model: SeatModel, announcement: Announcement | undefined): string {
  switch (announcement?.kind) {
    case undefined:
      return ''
    case 'planLoaded':
      return texts.loaded
    case 'isReserving':
      return texts.isReserving
    case 'refused':
      return objectionText(announcement.objection)
    case 'added':
      return texts.selected(placeText(announcement.place), summaryText(model, announcement.choice))
    case 'removed':
      return texts.removed(placeText(announcement.place), summaryText(model, announcement.choice))
    case 'chosen':
      return chosenText(model, announcement.choice)
  }
}

function chosenText(model: SeatModel, choice: SeatChoice): string {
  const summary = summaryText(model, choice)
  const indexes = choice.flatMap((placeId) => model.indexOf(placeId) ?? [])
  return indexes.length > 0 ? texts.selected(placesTextAt(model, indexes), summary) : summary
}

function placeText({ name }: OfferedPlace): string {
  return texts.place(name)
}

function summaryText(model: SeatModel, choice: SeatChoice): string {
  return texts.summary(choice.length, totalOf(chosenPlacesIn(model, choice)))
}
