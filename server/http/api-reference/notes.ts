import { IMAGE_WIDTHS } from '#contract/images.ts'

const fieldNotes: Record<string, string | undefined> = {
  total: 'In a list: the number of elements on all pages. In an order or invoice: cents, VAT included.',
  price: 'Cents. Of an item: per piece.',
  priceFrom: 'The price of the cheapest place on sale, in cents.',
  maxPrice: 'The highest price of a ticket, in cents.',
  version: 'The version of the plan; see GET /seatingplans/event-show/{id}.',
  maxReservations: 'The highest number of live reservations of the show per customer.',
  pricePercent: 'Percent of the price of the show.',
  expectedTotal: 'The total that the customer saw, in cents. Any other total is refused.',
  expectedPoints: 'The cost in points that the customer saw. Any other cost is refused.',
  points:
    'Whole points. Of a product: the price of one piece, 0 if it cannot be redeemed. Of an item: the points that one ' +
    'piece earned, or its price if it was paid with points.',
  usePoints: 'Whether the item is paid with points. Its price is then 0.',
  VAT: 'Percent.',
  availability: 'How many places are left. Absent when the show has started.',
  coming: 'The shows to come. Absent without one.',
  travelText: 'How to get there.',
  duration: 'Seconds.',
  stockChange: 'The change of the stock in pieces; negative to reduce it.',
  reservedUntil: 'The time at which a reservation expires; null for a bought ticket.',
  paymentType: 'Required in an order with a total above 0 cents, ignored in any other; null if no money was paid.',
  imageName: 'The name for GET /images/{name}.',
  imageId: 'The id from the answer of POST /images.',
  timeZone: 'IANA name.',
  aspect: 'Width divided by height.',
  focalPoint: 'The point that the audience looks at, in percent of the plan.',
  outline: 'Corner points x, y, x, y, … in percent of the sector’s box; null for the box itself.',
  x: 'The left edge in percent: of the plan for a sector, of its sector for a place.',
  y: 'The upper edge in percent, relative to the same as x.',
  width: 'Percent, relative to the same as x.',
  height: 'Percent, relative to the same as x.',
  read: 'Whether the user has read it. Only in the feed of a user.',
  cancelsInvoiceNumber: 'The number of the invoice that this one cancels.',
}

/** Describes a field of a body or an answer whose name and type do not explain it. Optional ids may be 0. */
export function noteOn(field: string, { minimum }: { minimum?: number }): string | undefined {
  return minimum === 0 && field.endsWith('Id') ? '0: none.' : fieldNotes[field]
}

/** Describes a parameter of a path or a query whose name and type do not explain it. */
export function noteOnParameter(name: string, schema: object): string | undefined {
  const isText = 'maxLength' in schema && !('pattern' in schema)
  return parameterNotes[name] ?? (isText ? 'Contains this text, regardless of case and accents.' : undefined)
}

const parameterNotes: Record<string, string | undefined> = {
  pageIndex: 'Counts from 0.',
  artistName:
    'First, last or stage name contains this text, regardless of case and accents. “First last” also matches.',
  content: 'Title, summary or text contains this text, regardless of case and accents.',
  eventId: 'The id of an event.',
  eventShowId: 'The id of a show.',
  artistId: 'The id of an artist.',
  locationId: 'The id of a location.',
  from: 'Published after this time.',
  to: 'Published before this time.',
  read: 'Selects read or unread news of /news/user. Ignored by the general feed.',
  duration: 'Seconds. Finds durations within 30 minutes.',
  minPrice: 'Compared with the price of the show, in cents.',
  maxPrice: 'Compared with the price of the show, in cents.',
  priceLowerBound: 'Cents.',
  priceUpperBound: 'Cents.',
  month: 'The month of the start in the calendar of the venue, such as 2099-05.',
  weekday: 'The day of the week of the start at the venue, from 1 for Monday to 7 for Sunday.',
  when: 'coming: not yet started; past: started.',
  startDate: 'Starts after this time.',
  endDate: 'Ends before this time.',
  sortOption: 'Sorting by points lists products that cannot be redeemed (0 points) last.',
  width: `Pixels, rounded up to one of ${IMAGE_WIDTHS.join(', ')}. Pictures are never enlarged.`,
  token: 'The token from the link in the mail.',
  version:
    'The version of the plan, from the answer of the show. With the current version, the answer is immutable. ' +
    'Otherwise revalidate it by If-None-Match.',
}
