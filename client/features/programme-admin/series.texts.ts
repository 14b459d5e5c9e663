import type { ShowWarningCode } from '#domain/shows/show-warnings.ts'
import { counted, numberText } from '#domain/number-text.ts'

/** Texts of series of shows, and of what is odd about shows. */
export const texts = {
  isSeries: 'Create a Series',
  noSeries: 'Only One Show',
  isSeriesHint: 'The same show on several days: start and end above are then those of the first.',
  weekdays: 'Only on',
  everyDays: 'Every … days',
  everyDaysHint: 'From the first day. 1: every day. Not used with weekdays.',
  lastDay: 'Last day',
  moreTimes: 'Further times a day',
  moreTimesHint: 'For example: 15:00, 17:30',
  extraDays: 'Further days',
  exceptDays: 'Days without a show',
  daysHint: 'For example: 2027-01-06, 10.1.2027',
  wrongDays: 'Please enter a number from 1 to 999',
  wrongTimes: 'Please enter times like 15:00, with commas between',
  wrongDates: 'Please enter days like 2027-01-06 or 6.1.2027, with commas between',
  none: 'No shows yet. Please check the start, the end, the location, and the days of the rule.',
  tooMany: (count: number, most: number) =>
    `This rule gives ${numberText(count)} shows; a series has at most ${numberText(most)}. Please create it in parts.`,
  count: (count: number) => counted(count, 'show', 'shows'),
  remove: (time: string) => `Remove ${time}`,
  removed: (count: number) => `${counted(count, 'date', 'dates')} removed`,
  restore: 'Restore All',
  create: (count: number) => (count === 1 ? 'Create 1 Show' : `Create ${numberText(count)} Shows`),
  createdBefore: 'This was created before you changed it here. Please see the list of shows before you create more.',
  created: (count: number) => `${counted(count, 'show', 'shows')} created`,

  check: 'Is this intended?',
  anyway: 'Yes, Create',
  saveAnyway: 'Yes, Save',
  more: (count: number) => `… and ${numberText(count)} more`,
  preview: 'Preview Seating Plan',
  seatsAndPrices: 'Seats and prices',
  sector: 'Sector',
  places: 'Places',
  price: 'Price',
  revenue: 'Revenue if sold out',
  closed: 'closed',
  total: 'Total',
  ofSeries: (shows: number, revenue: string) => `${numberText(shows)} shows together: up to ${revenue}`,
}

export const warningTexts: Record<ShowWarningCode, string> = {
  PLAN_OF_OTHER_LOCATION: 'The seating plan belongs to another location.',
  ARTIST_TAKEN: 'The artist plays elsewhere at that time',
  PLACE_TAKEN: 'The location has another show at that time',
  OVERLAP_IN_SERIES: 'begins before the show before it ends',
  EARLY_START: 'begins between midnight and 6 in the morning',
  LONG_SHOW: 'lasts longer than 8 hours',
  FAR_AHEAD: 'is more than two years ahead',
  FREE_OF_CHARGE: 'The tickets are free of charge.',
  UNUSUAL_PRICE: "The price is far from those of the event's other shows.",
}

export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
