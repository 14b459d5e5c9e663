import { counted } from '#domain/number-text.ts'
import { durationText } from '#domain/time/time-text.ts'

/** Texts of the countdown to a sale. */
export const texts = {
  heading: 'The sale has not started yet',
  opens: 'The seating plan opens here by itself, so there is no need to reload this page.',
  inLot: (people: number) =>
    `You are in the draw: ${counted(people, 'person is', 'people are')} waiting for the start, and their places in line are drawn at random. You can close this page and come back.`,
  venueTime: (timeZone: string) => `Time of the venue (${timeZone})`,
  units: { days: 'days', hours: 'hours', minutes: 'minutes', seconds: 'seconds' },
  startsIn: (seconds: number) => `The sale starts in ${seconds < 60 ? `${seconds} seconds` : durationText(seconds)}.`,
  started: 'The sale has started. The seating plan opens in a moment.',
}
